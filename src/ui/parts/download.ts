/** Hands something that the page made to the person as a file. */

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The click has started the download; the address is kept for as long as browsers may still read from it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
