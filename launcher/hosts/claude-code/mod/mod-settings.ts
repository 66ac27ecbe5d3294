import type { ModHost } from './mod-host.ts';

/** What the user chose. `measure` is what a new user has: nothing is shortened, and savings are measured. */
export type ModMode = 'on' | 'off' | 'measure';

export interface ModSettings {
  readonly mode: ModMode;
  /** Files and projects to leave whole, by their paths. */
  readonly whole: readonly string[];
  /** True once the user was told what measuring has found. */
  readonly isTold: boolean;
}

const KEY = 'settings';

/** Modes by the value of MCP_PRUNER_HOOKS, which `init --on` writes into the user's settings. */
const MODES: Readonly<Record<string, ModMode>> = { on: 'on', off: 'off', shadow: 'measure' };

/** Reads the user's choices. What was chosen by `/pruner` counts more than the variable. */
export async function loadSettings(host: ModHost): Promise<ModSettings> {
  const { mode, whole, isTold } = Object(await host.load(KEY)) as Partial<Record<keyof ModSettings, unknown>>;
  return {
    mode: mode === 'on' || mode === 'off' ? mode : (MODES[(await host.variable()) ?? ''] ?? 'measure'),
    isTold: isTold === true,
    whole: Array.isArray(whole) ? whole.filter((one) => typeof one === 'string') : [],
  };
}

/** Stores only what the user chose, so that everything else keeps its default. */
export async function saveSettings(host: ModHost, change: Partial<ModSettings>): Promise<void> {
  await host.save(KEY, { ...Object(await host.load(KEY)), ...change });
}

/** Returns a function that is true for a file that the user wants whole: itself, or all of its project. */
export function isChosenWhole({ whole }: ModSettings): (file: string) => boolean {
  return (file) => whole.some((one) => file === one || file.startsWith(`${one}/`));
}
