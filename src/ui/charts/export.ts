/** A picture of the page as files for a paper or a slide: its numbers as CSV, the drawing as SVG. */

export type CsvCell = string | number | null;

export interface ExportedChart {
  /** Without an ending. */
  readonly file: string;
  /** Head first; with n and temperature in columns, so that a row says what it was measured with. */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** RFC 4180: quoted where needed, lines end with CR LF; null is an empty cell. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  const cell = (value: CsvCell) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Lines of at most `width` characters, broken between words. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** What the style sheet says of a drawing and a file must say itself. */
const PAINTED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const [HEAD, LINE] = [30, 15];

/** The drawing with its colours written in, under its title and over its caption. */
export function svgText(svg: SVGSVGElement, title: string, caption: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]) as [
    SVGElement[],
    SVGElement[],
  ];
  for (const [i, element] of from.entries()) {
    const style = getComputedStyle(element);
    for (const name of PAINTED) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute('class');
    to[i]!.removeAttribute('style');
  }
  const page = getComputedStyle(document.body);
  const { width, height } = svg.viewBox.baseVal;
  const lines = wrapText(caption, Math.floor(width / 5.6));
  const whole = HEAD + height + LINE * (lines.length + 1);
  const text = (y: number, size: number, weight: number, words: string) =>
    `<text x="4" y="${y}" fill="${page.color}" font-family="sans-serif" font-size="${size}" font-weight="${weight}">${escapeXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}">`,
    `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>`,
    text(18, 15, 650, title),
    `<g transform="translate(0 ${HEAD})">${new XMLSerializer().serializeToString(copy)}</g>`,
    ...lines.map((line, i) => text(HEAD + height + LINE * (i + 1), 11, 400, line)),
    '</svg>',
  ].join('\n');
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
