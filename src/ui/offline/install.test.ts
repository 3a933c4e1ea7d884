/** Installing: offered by the browser once, found in a menu, or done. */

import { expect, test } from 'vitest';
import { InstallStore } from './install.ts';

/** A window with what is looked at. */
function pane({ standalone = false, offers = true } = {}): Window {
  const target = new EventTarget() as unknown as Window & { onbeforeinstallprompt?: null };
  target.matchMedia = () => ({ matches: standalone }) as MediaQueryList;
  if (offers) target.onbeforeinstallprompt = null;
  return target;
}

function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  let asked = 0;
  const prompt = async () => {
    asked++;
    return { outcome };
  };
  return { event: Object.assign(event, { prompt }), asked: () => asked };
}

test('what the browser offers is kept for the button, and serves once', async () => {
  const install = new InstallStore();
  const window = pane();
  install.listen(window);
  expect(install.state.value).toBe('none');
  const { event, asked } = offer('dismissed');
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(install.state.value).toBe('offered');
  await install.install();
  await install.install();
  expect(asked()).toBe(1);
  expect(install.state.value).toBe('none');
});

test('accepted, or installed by another way, it is installed', async () => {
  const install = new InstallStore();
  const window = pane();
  install.listen(window);
  window.dispatchEvent(offer('accepted').event);
  await install.install();
  expect(install.state.value).toBe('installed');

  const other = new InstallStore();
  other.listen(window);
  window.dispatchEvent(new Event('appinstalled'));
  expect(other.state.value).toBe('installed');
});

test('a browser without the offer has it in a menu; the app itself is installed', () => {
  const menu = new InstallStore();
  menu.listen(pane({ offers: false }));
  expect(menu.state.value).toBe('menu');
  const app = new InstallStore();
  app.listen(pane({ standalone: true }));
  expect(app.state.value).toBe('installed');
});
