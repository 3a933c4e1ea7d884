/** Lets asynchronous work run one piece at a time, in the order in which it was asked for. */

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue of its own; work that fails does not hold up what comes after it. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
