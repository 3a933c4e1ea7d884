/** A picture of the page as files for a paper or a slide: its numbers as CSV, the drawing as SVG and as PNG. */

import type { CsvCell } from '../../core/csv.ts';
import type { Tone } from './tones.ts';

export interface ExportedChart {
  /** Without an ending. */
  readonly file: string;
  /** Head first; with n and temperature in columns, so that a row says what it was measured with. Asked when it is saved. */
  readonly rows: () => readonly (readonly CsvCell[])[];
  /** The rows say themselves which run each is of: they are of several. */
  readonly saysRun?: boolean;
}

/** A line of the legend that a drawing takes along. */
export type LegendItem =
  | { readonly name: string; readonly look: 'line' | 'dashed' | 'thin' | 'ring'; readonly tone: Tone }
  /** A square of a stack, with the pattern of that id in the drawing, if any. */
  | { readonly name: string; readonly look: 'square'; readonly stack: string; readonly pattern: string | null };

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

/** A title as the name of a file: `KL (nats)` → `kl-nats`. */
export function fileName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9@]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Where each key of a legend goes: as many in a row as fit. */
export function legendPlaces(names: readonly string[], width: number): { readonly x: number; readonly row: number }[] {
  let [x, row] = [0, 0];
  return names.map((name) => {
    const needs = KEY + CHARACTER * name.length;
    if (x > 0 && x + needs > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += needs + 16;
    return place;
  });
}

/** Width of a key with its distance from the name, and of a character at 11 pixels, generously. */
const [KEY, CHARACTER] = [24, 6.2];

/** What the style sheet says of a drawing and a file must say itself. */
const PAINTED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const [HEAD, LINE, EDGE] = [30, 15, 8];

export interface Drawing {
  readonly svg: SVGSVGElement;
  readonly title: string;
  readonly caption: string;
  readonly legend: readonly LegendItem[];
}

export interface DrawnText {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The drawing with its colours written in, under its title and legend and over its caption; what only follows a pointer is left out. */
export function svgText({ svg, title, caption, legend }: Drawing): DrawnText {
  const page = getComputedStyle(document.body);
  const { width, height } = svg.viewBox.baseVal;
  const lines = wrapText(caption, Math.floor(width / 5.6));
  const places = legendPlaces(
    legend.map(({ name }) => name),
    width - EDGE,
  );
  const top = HEAD + LINE * (legend.length === 0 ? 0 : (places.at(-1)?.row ?? 0) + 1);
  const whole = top + height + LINE * (lines.length + 1);
  const text = (x: number, y: number, size: number, weight: number, content: string) =>
    `<text x="${x}" y="${y}" fill="${page.color}" font-family="sans-serif" font-size="${size}" font-weight="${weight}">${escapeXml(content)}</text>`;
  const keys = legend.map((item, i) => {
    const [x, y] = [EDGE / 2 + places[i]!.x, 34 + LINE * places[i]!.row];
    return keyMark(item, x, y - 4, svg) + text(x + KEY, y, 11, 400, item.name);
  });
  const [outer, inner] = [width + EDGE, painted(svg)];
  const body = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outer}" height="${whole}" viewBox="0 0 ${outer} ${whole}">`,
    `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>`,
    text(EDGE / 2, 18, 15, 650, title),
    ...keys,
    `<g transform="translate(${EDGE / 2} ${top})">${inner}</g>`,
    ...lines.map((line, i) => text(EDGE / 2, top + height + LINE * (i + 1), 11, 400, line)),
    '</svg>',
  ];
  return { text: body.join('\n'), width: outer, height: whole };
}

function painted(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const all = (root: SVGSVGElement) => [...root.querySelectorAll<SVGElement>('*')];
  const to = all(copy);
  for (const [i, element] of all(svg).entries()) {
    const style = getComputedStyle(element);
    for (const name of PAINTED) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute('style');
  }
  for (const passing of copy.querySelectorAll('.crosshair')) passing.remove();
  for (const element of to) element.removeAttribute('class');
  return new XMLSerializer().serializeToString(copy);
}

function keyMark(item: LegendItem, x: number, y: number, beside: Element): string {
  if (item.look === 'square') {
    const square = (fill: string) => `<rect x="${x}" y="${y - 6}" width="18" height="12" fill="${fill}"/>`;
    const ground = square(colourOf(beside, `stack-${item.stack}`, '--ground'));
    return item.pattern === null ? ground : ground + square(`url(#${item.pattern})`);
  }
  const colour = colourOf(beside, `tone-${item.tone}`, '--tone');
  if (item.look === 'ring')
    return `<circle cx="${x + 9}" cy="${y}" r="4" fill="none" stroke="${colour}" stroke-width="2"/>`;
  const [width, dash] = [item.look === 'thin' ? 1 : 2.5, item.look === 'dashed' ? ' stroke-dasharray="5 4"' : ''];
  return `<path d="M${x},${y}h18" fill="none" stroke="${colour}" stroke-width="${width}"${dash}/>`;
}

/** The colour that a class gives a property in the theme of the page. */
function colourOf(beside: Element, className: string, property: string): string {
  const probe = document.createElement('i');
  probe.className = className;
  probe.style.color = `var(${property})`;
  beside.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The longest side of a canvas that every browser draws, pixels. */
const LONGEST = 8192;

/** How many pixels a drawing gets: `scale` for each of its own, fewer where a side would become too long. */
export function pngSize(
  { width, height }: Pick<DrawnText, 'width' | 'height'>,
  scale = 2,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(scale, LONGEST / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** The drawing as a picture of pixels, twice as fine as on the page. */
export async function pngBlob(drawn: DrawnText): Promise<Blob> {
  const image = new Image();
  // Not an object URL: WebKit lets no canvas be read that such a drawing was painted on.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn.text)}`;
  await image.decode();
  const { width, height } = pngSize(drawn);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('figure: expected a PNG of the drawing, got none from this browser');
  return blob;
}
