/** Ways out for JavaScript in the sealed frame itself, where there is a document: elements, navigation, neighbours. */

import { type Attempt, event, marked } from './attempt.ts';
import { WORKER_ATTEMPTS } from './worker-attempts.ts';

const request = (name: string, go: (at: string, home: string) => unknown): Attempt => ({
  name: `frame: ${name}`,
  leak: 'request',
  go: (reach) => go(marked(reach.away, `frame: ${name}`), marked(reach.home, `frame: ${name}`)),
});

/** Puts markup into the document as a parser would. */
function markup(html: string): string {
  document.body.append(document.createRange().createContextualFragment(html));
  return 'inserted';
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Record<string, unknown>): string {
  const made = Object.assign(document.createElement(tag), properties);
  document.body.append(made);
  return 'inserted';
}

function click(tag: 'a' | 'area', attributes: Record<string, string>): string {
  const link = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  link.click();
  return 'clicked';
}

const LOADS: readonly Attempt[] = [
  request('image', (at) => element('img', { src: at })),
  request('script', (at) => element('script', { src: `${at}.js` })),
  request('module script', (at) => element('script', { type: 'module', src: `${at}.js` })),
  request('style sheet', (at) => element('link', { rel: 'stylesheet', href: at })),
  request('style with an import', (at) => markup(`<style>@import url(${at});</style>`)),
  request('background image', (at) => markup(`<p style="background: url(${at})">x</p>`)),
  request('font', (at) => new FontFace('x', `url(${at})`).load()),
  request('video', (at) => element('video', { src: at, autoplay: true })),
  request('audio', (at) => void new Audio(at).play()),
  request('object', (at) => element('object', { data: at })),
  request('embed', (at) => element('embed', { src: at })),
  request('SVG image', (at) => markup(`<svg><image href="${at}" width="9" height="9"/></svg>`)),
  request('SVG use', (at) => markup(`<svg><use href="${at}#x"/></svg>`)),
  request('favicon', (at) => element('link', { rel: 'icon', href: at })),
  request('manifest', (at) => element('link', { rel: 'manifest', href: at })),
  request('prefetch', (at) => element('link', { rel: 'prefetch', href: at })),
  request('preload', (at) => element('link', { rel: 'preload', as: 'image', href: at })),
  request('preconnect', (at) => element('link', { rel: 'preconnect', href: new URL(at).origin })),
  request('module preload', (at) => element('link', { rel: 'modulepreload', href: `${at}.js` })),
  request('prerender', (at) =>
    element('script', {
      type: 'speculationrules',
      text: JSON.stringify({ prerender: [{ urls: [at] }], prefetch: [{ urls: [at] }] }),
    }),
  ),
  request('frame within', (at) => element('iframe', { src: at })),
  request('frame within with markup', (at) =>
    element('iframe', { srcdoc: `<img src="${at}"><script>fetch('${at}')</script>` }),
  ),
  request('frame within that is steered', (at) => {
    const inner = document.createElement('iframe');
    document.body.append(inner);
    inner.contentWindow!.location.href = at;
  }),
  request('form', (at) => {
    const form = Object.assign(document.createElement('form'), { action: at, method: 'post' });
    document.body.append(form);
    form.submit();
  }),
  request(
    'form into a new window',
    (at) =>
      markup(`<form action="${at}" target="_blank"><button></button></form>`) &&
      document.querySelector('form button')!.dispatchEvent(new MouseEvent('click')),
  ),
  request('link into a new window', (at) => click('a', { href: at, target: '_blank' })),
  request('link with a ping', (at) => click('a', { href: '#x', ping: at })),
  request('download', (at) => click('a', { href: at, download: 'x' })),
  request('download of a blob', () => click('a', { href: URL.createObjectURL(new Blob(['x'])), download: 'x' })),
  request('new window', (at) => {
    if (window.open(at) === null) throw new Error('refused');
  }),
  request('base address', (at) => markup(`<base href="${at}/"><img src="relative">`)),
  request('paint worklet', (at) =>
    (CSS as never as { paintWorklet: { addModule(url: string): unknown } }).paintWorklet.addModule(`${at}.js`),
  ),
  request('audio worklet', (at) => new AudioContext().audioWorklet.addModule(`${at}.js`)),
  request('page of its parent', (at) => {
    parent.location.href = at;
  }),
  request('page of its page', (at) => {
    top!.location.href = at;
  }),
  request('page of its page by a link', (at) => click('a', { href: at, target: '_top' })),
];

const NEIGHBOURS: readonly Attempt[] = [
  { name: 'frame: document of its page', leak: 'message', go: () => top!.document.title },
  { name: 'frame: document of its parent', leak: 'message', go: () => parent.document.body.append('x') },
  { name: 'frame: name of its page', leak: 'message', go: () => Object.assign(top!, { name: 'escape' }) },
  { name: 'frame: sessionStorage', leak: 'storage', go: () => sessionStorage.setItem('escape', '1') },
  {
    name: 'frame: cookie',
    leak: 'storage',
    go: () => {
      // biome-ignore lint/suspicious/noDocumentCookie: that it does not work is what is tested
      document.cookie = 'escape=1';
      if (document.cookie === '') throw new Error('not kept');
    },
  },
  { name: 'frame: storage access', leak: 'storage', go: () => document.requestStorageAccess() },
  {
    name: 'frame: alert',
    leak: 'message',
    go: () => {
      if (!confirm('escape')) throw new Error('refused');
    },
  },
  {
    name: 'frame: SharedWorker of the page’s',
    leak: 'message',
    go: ({ home }) => event(new SharedWorker(`${home}shared-worker.js`).port, 'onmessage', 'onmessageerror'),
  },
  { name: 'frame: text as code', leak: 'code', go: () => new Function('return 1')() },
];

/** Ways that lead nowhere from an opaque origin, or that a frame always has: what arrives at the page is counted there. */
const UNJUDGED = ['postMessage', 'MessageChannel', 'parent', 'BroadcastChannel', 'Notification', 'lock'];

/** Everything but what takes the frame's document away. */
export const FRAME_ATTEMPTS: readonly Attempt[] = [
  ...WORKER_ATTEMPTS.filter(({ name }) => !UNJUDGED.includes(name)).map((one) => ({
    ...one,
    name: `frame: ${one.name}`,
  })),
  ...LOADS,
  ...NEIGHBOURS,
];

/** Each in a frame of its own, because the document is gone if it works. */
export const NAVIGATIONS: readonly Attempt[] = [
  request('its own location', (at) => {
    location.href = at;
  }),
  request('its own location, replaced', (at) => location.replace(at)),
  request('its own location, at home', (_, home) => location.assign(home)),
  request('a link to itself', (at) => click('a', { href: at })),
  request('a refresh', (at) => markup(`<meta http-equiv="refresh" content="0; url=${at}">`)),
  request('a new document with a refresh', (at) => {
    document.open();
    document.write(
      `<meta http-equiv="refresh" content="0; url=${at}"><img src="${at}"><script>fetch('${at}')</script>`,
    );
    document.close();
  }),
  request('a data: document that loads', (at) => {
    location.href = `data:text/html,<img src="${at}"><script>fetch('${at}')</script>`;
  }),
  request('a blob document that loads', (at) => {
    const page = new Blob([`<img src="${at}"><script>fetch('${at}')</script>`], { type: 'text/html' });
    location.href = URL.createObjectURL(page);
  }),
  request('a script address', (at) => {
    location.href = `javascript:fetch('${at}')`;
  }),
];
