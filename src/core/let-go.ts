/** Gives up a resource that has failed. */

/** Disposes it and swallows what that throws: what is dead may fail to let go too, and nothing more can be done about it. */
export async function letGo(resource: AsyncDisposable | undefined): Promise<void> {
  try {
    await resource?.[Symbol.asyncDispose]();
  } catch {
    // The failure that made it be given up is the one that is told.
  }
}
