import type { AppliedCuts } from '../../../../src/unasked/cuts.ts';
import { createGlobs } from '../../../../src/unasked/glob.ts';
import type { ModHost } from './mod-host.ts';

/** What the user chose. `measure` is what a new user has: nothing is shortened, and savings are measured. */
export type ModMode = 'on' | 'off' | 'measure';

export interface ModSettings {
  readonly mode: ModMode;
  /** Files and projects to leave whole, by their paths. */
  readonly whole: readonly string[];
  /** Globs of files to leave whole. */
  readonly ignore: readonly string[];
  readonly cuts: AppliedCuts;
  /** True once the user was told what measuring has found. */
  readonly isTold: boolean;
}

const KEY = 'settings';

/** Modes by the value of MCP_PRUNER_HOOKS, which `init --on` writes into the user's settings. */
const MODES: Readonly<Record<string, ModMode>> = { on: 'on', off: 'off', shadow: 'measure' };

/** Reads the user's choices. What was chosen by `/pruner` counts more than the variable. */
export async function loadSettings(host: ModHost): Promise<ModSettings> {
  const [stored, { HOOKS = '', HOOK_IGNORE = '', HOOK_CUTS }] = await Promise.all([host.load(KEY), host.variables()]);
  const { mode, whole, isTold } = Object(stored) as Partial<Record<keyof ModSettings, unknown>>;
  return {
    mode: mode === 'on' || mode === 'off' ? mode : (MODES[HOOKS] ?? 'measure'),
    ignore: HOOK_IGNORE.split(',')
      .map((glob) => glob.trim())
      .filter((glob) => glob !== ''),
    // Commands are not cut by default: too often a line was missed.
    cuts: HOOK_CUTS === 'more' ? 'more' : 'references',
    isTold: isTold === true,
    whole: Array.isArray(whole) ? whole.filter((one) => typeof one === 'string') : [],
  };
}

/** Stores only what the user chose, so that everything else keeps its default. */
export async function saveSettings(host: ModHost, change: Partial<ModSettings>): Promise<void> {
  await host.save(KEY, { ...Object(await host.load(KEY)), ...change });
}

/** Returns a function that is true for a file that the user wants whole: by a glob, itself, or all of its project. */
export function isChosenWhole({ whole, ignore }: ModSettings, root: string): (file: string) => boolean {
  const isIgnored = createGlobs(ignore, root);
  return (file) =>
    isIgnored(file) ||
    whole.some((one) => file === one || (file.startsWith(one) && /[\\/]/.test(file.charAt(one.length))));
}
