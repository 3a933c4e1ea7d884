/** One hostile Python program of the escape matrix. */

export interface HostileProgram {
  readonly technique: string;
  readonly name: string;
  /**
   * Defines `solution(n)`. Returns the word ESCAPED only where it believes that it got out: the verdict is then `passed`.
   * AWAY, HOST and PORT stand for the trap's address.
   */
  readonly code: string;
}

/** What a program returns that believes it got out. */
export const ESCAPED = 'escaped';

/** Programs of one technique: `name: body`; the body is that of `solution`, and reaching its end is an escape. */
export function programs(technique: string, bodies: Readonly<Record<string, string>>): HostileProgram[] {
  return Object.entries(bodies).map(([name, body]) => {
    const lines = body.trim().split('\n');
    const code = `def solution(n):\n${lines.map((line) => `    ${line}\n`).join('')}    return '${ESCAPED}'\n`;
    return { technique, name, code };
  });
}
