/** What a prompt that is the beginning of a program asks for, in words. */

/** The last docstring of a prompt, without its examples and asserts. */
export function taskOf(prompt: string): string {
  const texts = [...prompt.matchAll(/"""([\s\S]*?)"""|'''([\s\S]*?)'''/g)];
  const found = texts.at(-1);
  const told = found?.[1] ?? found?.[2] ?? prompt;
  const words = told.split(/^[ \t]*>>>|^[ \t]*assert\b|^[ \t]*(?:For )?[Ee]xamples?:?[ \t]*$/m)[0]!;
  return (words.trim() === '' ? told : words).replaceAll(/\s+/g, ' ').trim();
}
