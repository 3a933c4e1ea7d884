/** The handouts: every link to the page in them is one that the page reads. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isConfigParam } from '../../src/core/config-url.ts';
import { readAddress } from '../../src/ui/shell/address.ts';
import { VIEW_PARAMETERS } from '../../src/ui/shell/view.ts';

const FOLDER = new URL('../../public/handouts/', import.meta.url);
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.html'));

test('there is one for students and one for the instructor', () => {
  expect(pages.toSorted()).toEqual(['exercise.html', 'instructor.html']);
});

describe.each(pages)('%s', (name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

  test('needs nothing from elsewhere', () => {
    expect(links.filter((link) => !link.startsWith('./') && !link.startsWith('../'))).toEqual([]);
    expect(text).not.toMatch(/<script|src="http|url\(/);
  });

  test('links to addresses that the page reads', () => {
    const addresses = links.filter((link) => link.includes('index.html?'));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const search = address.slice(address.indexOf('?'));
      expect([address, readAddress(search).complaint]).toEqual([address, null]);
      // The page is silent about names that are not its own.
      const names = [...new URLSearchParams(search).keys()];
      expect(names.filter((name) => !isConfigParam(name) && !VIEW_PARAMETERS.some((one) => one === name))).toEqual([]);
    }
  });
});
