/** Small texts that outlive the page, where the browser allows it. */

export type KeptText = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's own; where it is refused, as some private windows do, nothing is kept and nothing breaks. */
export const browserText: KeptText = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, text) => attempt(() => localStorage.setItem(key, text)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
};

function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
