/** Three kinds of test: `unit` in Node, `browser` in real Chromium, `e2e` that drives the command line and the built page. */

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_FLAGS, installedBrowser } from './scripts/browser.ts';

const MINUTE = 60_000;

// Only looked up here; `npm test` has already installed a browser where that is possible.
const executablePath = installedBrowser() ?? undefined;

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/golden/**/*.test.ts',
            'test/soak/**/*.test.ts',
            'test/frameworks/**/*.test.ts',
          ],
          testTimeout: MINUTE,
          hookTimeout: MINUTE,
        },
      },
      {
        extends: true,
        worker: { format: 'es' },
        server: { fs: { allow: ['.', '../shared'] } },
        optimizeDeps: {
          include: [
            'comlink',
            'idb',
            'valibot',
            'vscode-jsonrpc/browser',
            'fast-check',
            'axe-core',
            'preact',
            'preact/hooks',
            'preact/jsx-runtime',
            'preact/jsx-dev-runtime',
            '@preact/signals',
            '@lezer/python',
            '@lezer/common',
            '@lezer/highlight',
            '@codemirror/autocomplete',
            '@codemirror/commands',
            '@codemirror/lang-python',
            '@codemirror/language',
            '@codemirror/lint',
            '@codemirror/state',
            '@codemirror/view',
            '@tensorflow/tfjs-core',
            '@tensorflow/tfjs-core/dist/register_all_gradients',
            '@tensorflow/tfjs-backend-cpu',
            '@tensorflow/tfjs-backend-wasm',
            '@tensorflow/tfjs-backend-webgpu',
          ],
          exclude: ['pyodide'],
        },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.test.ts'],
          testTimeout: 5 * MINUTE,
          hookTimeout: 5 * MINUTE,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath === undefined ? {} : { executablePath }),
                args: [...BROWSER_FLAGS],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.test.ts'],
          testTimeout: 20 * MINUTE,
          hookTimeout: 20 * MINUTE,
          fileParallelism: false,
          sequence: { concurrent: false },
        },
      },
    ],
  },
});
