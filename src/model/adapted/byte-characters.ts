/** The characters that stand for bytes in a byte-level vocabulary, as GPT-2 chose them. */

/** Printable ones stand for themselves, the others are U+0100 and on. */
export const BYTE_OF: ReadonlyMap<string, number> = byteCharacters();

function byteCharacters(): ReadonlyMap<string, number> {
  const printable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
  let other = 256;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(printable(byte) ? byte : other++), byte] as const),
  );
}

/** The bytes that a token stands for; one with any other character, as added tokens may be, is plain text. */
export function bytesOf(token: string): Uint8Array {
  const bytes = Array.from(token, (character) => BYTE_OF.get(character));
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : new TextEncoder().encode(token);
}

/** The characters of bytes that text in UTF-8 can have, but that a vocabulary lacks. */
export function missingBytes(vocab: ReadonlyMap<string, number>): string[] {
  const occurs = (byte: number) => byte !== 0xc0 && byte !== 0xc1 && byte < 0xf5;
  return [...BYTE_OF]
    .filter(([character, byte]) => occurs(byte) && !vocab.has(character))
    .map(([character]) => character);
}
