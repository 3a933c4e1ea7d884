/** Reads the list of imported models anew when this tab is turned to: another one may have changed it. */

import type { ModelsStore } from './models-store.ts';

export function followModels(models: Pick<ModelsStore, 'refresh'>): void {
  const look = () => void models.refresh();
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}
