/** Builds the page. Paths are relative and no header is needed, so any static server can carry `dist/`. */

import { defineConfig } from 'vite';
import { precache } from './scripts/precache.ts';

export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  plugins: [precache()],
  build: {
    // What Chromium, Firefox and WebKit all run; WebKit has no `using`.
    target: 'es2024',
    outDir: 'dist',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
