import path from 'node:path';
import type { DisablingSettings } from '../disabling-settings.ts';
import { copilotHome } from './copilot-home.ts';

/** Settings files of GitHub Copilot CLI (`copilot help config` of 1.0.102). */
export const DISABLING_SETTINGS: DisablingSettings = {
  files: (places) =>
    [
      path.join(places.cwd, '.github', 'copilot', 'settings.local.json'),
      path.join(places.cwd, '.github', 'copilot', 'settings.json'),
      path.join(copilotHome(places), 'settings.json'),
    ].map((file) => ({ path: file, isSystem: false })),
  hooks(all) {
    const off = all.find(({ root }) => root['disableAllHooks'] === true);
    return off && { ...off, setting: 'disableAllHooks' };
  },
};
