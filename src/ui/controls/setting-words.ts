/** What is said of each setting, in the language of the page. */

import type { SettingDoc } from '../../core/config-docs.ts';
import { words } from '../words/index.ts';
import { docOf } from './choice.ts';

/** Kind, range and default as the schema has them; the texts as the language does. */
export function settingWords(path: string): SettingDoc {
  const { help, source } = words.settings.find((setting) => setting.path === path) ?? docOf(path);
  return { ...docOf(path), help, source };
}
