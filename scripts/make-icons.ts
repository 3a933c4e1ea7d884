/** `npx tsx scripts/make-icons.ts`: draws the icons of the installed page from `public/favicon.svg`, in a browser. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));
/** Of the drawing: a maskable icon is filled with it to its edges, whatever shape a system cuts out. */
const GROUND = '#141816';
/** Systems cut up to a fifth off each side of a maskable icon. */
const SAFE_SHARE = 0.72;

interface Icon {
  readonly file: string;
  readonly size: number;
  readonly maskable: boolean;
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'maskable-512.png', size: 512, maskable: true },
  // What iOS puts on a home screen; it rounds the corners itself and shows transparent ones black.
  { file: 'apple-touch-180.png', size: 180, maskable: true },
];

mkdirSync(join(PUBLIC, 'icons'), { recursive: true });
const drawing = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  for (const { file, size, maskable } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const width = maskable ? Math.round(size * SAFE_SHARE) : size;
    const ground = maskable ? GROUND : 'transparent';
    await page.setContent(
      `<style>html, body { height: 100%; margin: 0; background: ${ground}; display: grid; place-items: center; }
       svg { width: ${width}px; display: block; }</style>${drawing}`,
    );
    await page.screenshot({ path: join(PUBLIC, 'icons', file), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
