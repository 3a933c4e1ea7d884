/** Whether the page can be installed as an app here, and how. */

import { type Signal, signal } from '@preact/signals';

/**
 * `offered`: the browser lets a button do it. `menu`: a person finds it in the browser's own menus. `none`: the browser has
 * not offered it (yet), or never does. `installed`: this is the app, or has just become it.
 */
export type InstallState = 'none' | 'offered' | 'menu' | 'installed';

/** Chromium's event, which no standard has yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export class InstallStore {
  readonly state: Signal<InstallState> = signal<InstallState>('none');
  #prompt: InstallPrompt | null = null;

  /** Listens from the start: the event comes once, and early. */
  listen(target: Window): void {
    if (target.matchMedia('(display-mode: standalone)').matches) this.state.value = 'installed';
    else if (!('onbeforeinstallprompt' in target)) this.state.value = 'menu';
    target.addEventListener('beforeinstallprompt', (event) => {
      // The browser's own bar would come on top of our button.
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
      this.state.value = 'offered';
    });
    target.addEventListener('appinstalled', () => {
      this.#prompt = null;
      this.state.value = 'installed';
    });
  }

  /** A prompt serves once; who dismisses it finds the browser's own entry in the address bar. */
  async install(): Promise<void> {
    const prompt = this.#prompt;
    if (prompt === null) return;
    this.#prompt = null;
    this.state.value = 'none';
    const { outcome } = await prompt.prompt();
    if (outcome === 'accepted') this.state.value = 'installed';
  }
}
