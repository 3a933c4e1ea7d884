/** Names that nobody else has: for runs and files, never for anything that training follows from. */

const BYTES = 5;

/** Lower-case letters and digits. */
export function uniqueName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
