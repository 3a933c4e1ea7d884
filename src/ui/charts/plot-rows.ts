/** What the row-wise pictures share: where labels end and how long they may be. */

/** Width of a character of the charts' labels, pixels: generous, since fonts differ. */
const CHARACTER = 6.6;

/** Room for labels at the left: as much as the longest needs, at most 36% of the picture. */
export function labelWidth(labels: readonly string[], width: number): number {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.round(Math.min(longest * CHARACTER + 10, 0.36 * width));
}

/** The label as far as there is room for it. */
export function cutLabel(label: string, room: number): string {
  const most = Math.floor((room - 8) / CHARACTER);
  return label.length <= most ? label : `${label.slice(0, Math.max(1, most - 1))}…`;
}
