/** Pieces of work that share one device take turns: each has the device until it passes the turn on, in the order of asking. */

export class Turns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn. */
  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }

  /** To whoever has waited longest. */
  pass(): void {
    const next = this.#waiting.shift();
    // Stays taken where somebody waits, so that a newcomer cannot slip in before the one that is woken.
    if (next) next();
    else this.#taken = false;
  }

  /** Lets whoever waits go first, and goes on after that. */
  async yield(): Promise<void> {
    this.pass();
    await this.take();
  }
}
