/** A headless browser with the built page in it, and typed calls into the page's script interface. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { fromWire, toWire } from '../core/wire.ts';
import { ensureBuilt } from './build.ts';
import { profileIn, serveKept } from './kept-profile.ts';
import { progress } from './output.ts';
import type { PageApi, PageMethod } from './page-api.ts';
import { type StaticServer, serveStatic } from './static-server.ts';

export interface SessionOptions {
  /** Folder of a page that was built already; `dist/`, built when need be, where it is absent. */
  readonly page?: string;
  /** Sandbox workers; the page decides when absent. */
  readonly workers?: number;
  /** Folders served under further paths. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Folder in which the page finds again what it stored in an earlier session; nothing is kept when absent. */
  readonly keep?: string;
}

type Argument<M extends PageMethod> = Parameters<PageApi[M]>[0];
type Result<M extends PageMethod> = Awaited<ReturnType<PageApi[M]>>;
/** What a method reports on the way; `sample` reports nothing. */
type Report<M extends PageMethod> =
  Parameters<PageApi[M]> extends [unknown, (infer Deliver)?]
    ? NonNullable<Deliver> extends (value: infer Value) => unknown
      ? Value
      : never
    : never;

/** The browser, or the page in it, has ended while something was asked of it. */
export class PageGoneError extends Error {
  constructor(what: string, end: string) {
    super(`browser: expected the ${what} to live, but it ${end}`);
    this.name = 'PageGoneError';
  }
}

/** Characters of one message to the page. Chromium ends the session at a message of 100 MiB (devtools_pipe_handler.cc). */
const MESSAGE_CHARS = 8 * 2 ** 20;

/** A browser that does not end by itself in this time is left to the end of the process, which kills it. */
const CLOSE_MS = 5_000;

/** Opening the page takes seconds; this is for a page that never becomes ready. */
const OPEN_MS = 120_000;

export class BrowserSession implements AsyncDisposable {
  readonly #server: StaticServer;
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #died: Promise<never>;
  #onReport: (wire: string) => void | Promise<void> = () => {};

  private constructor(server: StaticServer, browser: Browser, page: Page) {
    this.#server = server;
    this.#browser = browser;
    this.#page = page;
    this.#died = new Promise((_, reject) => {
      page.on('crash', () => reject(new PageGoneError('page', 'crashed')));
      page.on('close', () => reject(new PageGoneError('page', 'was closed')));
      browser.on('disconnected', () => reject(new PageGoneError('browser', 'ended')));
    });
    this.#died.catch(() => {}); // Whoever waits for a call hears of it.
  }

  /** Builds the page when need be, serves it, opens it, and waits until it can be asked. */
  static async open({ page: built, workers, mounts, keep }: SessionOptions = {}): Promise<BrowserSession> {
    const dist = built ?? (await ensureBuilt());
    // Loaded only here: commands that need no browser start in half the time.
    const { chromium } = await import('playwright-core');
    const { BROWSER_FLAGS, findBrowser } = await import('../../scripts/browser.ts');
    const executablePath = findBrowser();
    const profile = keep === undefined ? undefined : profileIn(keep);
    const served = mounts === undefined ? {} : { mounts };
    const server =
      keep === undefined ? await serveStatic(dist, { port: 0, ...served }) : await serveKept(keep, dist, served);
    let browser: Browser | undefined;
    try {
      const options = { executablePath, headless: true, args: [...BROWSER_FLAGS] };
      if (profile === undefined) {
        browser = await chromium.launch(options);
      } else {
        browser = (await chromium.launchPersistentContext(profile, options)).browser()!; // Chromium has one.
      }
      const [context = await browser.newContext()] = browser.contexts();
      const [page = await context.newPage()] = context.pages();
      const session = new BrowserSession(server, browser, page);
      await session.#openPage(`${server.url}?script=1${workers === undefined ? '' : `&workers=${workers}`}`);
      return session;
    } catch (error) {
      await browser?.close();
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #openPage(url: string): Promise<void> {
    const page = this.#page;
    page.on('console', (message) => {
      if (message.type() === 'error') progress(`page: ${message.text()}`);
    });
    const broken = new Promise<never>((_, reject) => {
      page.on('pageerror', (error) => {
        progress(`page: ${error.message}`);
        reject(new Error(`page: ${error.message}`));
      });
    });
    broken.catch(() => {}); // Only matters while the page opens.
    await page.exposeFunction('greenbarReport', (wire: string) => this.#onReport(wire));
    await page.goto(url);
    const opened = page.waitForFunction(() => window.greenbar !== undefined, null, { timeout: OPEN_MS });
    await Promise.race([opened, broken, this.#died]);
  }

  /** Calls the page; one call at a time. Reports arrive in order and before the result; one that is refused ends the call. */
  async call<M extends PageMethod>(
    method: M,
    argument: Argument<M>,
    onReport: (report: Report<M>) => void | Promise<void> = () => {},
  ): Promise<Result<M>> {
    let refuse: (reason: unknown) => void = () => {};
    const refused = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    this.#onReport = async (wire) => {
      try {
        await onReport(fromWire(wire) as Report<M>);
      } catch (error) {
        // Told here, where it keeps its type. The page is left waiting: whoever hears of this closes the session.
        refuse(error);
        await new Promise(() => {});
      }
    };
    const call = this.#ask(method, toWire(argument));
    call.catch(() => {}); // When the page has died, the call may fail after the race is over.
    const answer = await Promise.race([call, refused, this.#died]);
    if ('error' in answer) throw new Error(answer.error);
    return fromWire(answer.wire) as Result<M>;
  }

  /** Hands the argument over in pieces and calls; what the page throws comes back as data. */
  async #ask(method: PageMethod, text: string): Promise<{ wire: string } | { error: string }> {
    const pieces = await this.#page.evaluateHandle((): string[] => []);
    for (let at = 0; at < text.length; at += MESSAGE_CHARS) {
      await pieces.evaluate(
        (list, piece) => {
          list.push(piece);
        },
        text.slice(at, at + MESSAGE_CHARS),
      );
    }
    const answer = await pieces.evaluate(async (list, name) => {
      const outside = window as unknown as { greenbarReport(wire: string): Promise<void> };
      try {
        const argument = list.splice(0).join('');
        return { wire: await window.greenbar!.call(name, argument, (wire) => outside.greenbarReport(wire)) };
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    }, method);
    await pieces.dispose();
    return answer;
  }

  /** CPU seconds of all of the browser's processes so far, those that have ended left out. */
  async cpuSeconds(): Promise<number> {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A browser that died halfway may never say that it is closed.
    await Promise.race([this.#browser.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
    await this.#server[Symbol.asyncDispose]();
  }
}
