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

export async function loadSettings(host: ModHost): Promise<ModSettings> {
  const { mode, whole, isTold } = Object(await host.load(KEY)) as Partial<Record<keyof ModSettings, unknown>>;
  return {
    mode: mode === 'on' || mode === 'off' ? mode : 'measure',
    isTold: isTold === true,
    whole: Array.isArray(whole) ? whole.filter((one) => typeof one === 'string') : [],
  };
}

export const saveSettings = (host: ModHost, settings: ModSettings): Promise<void> => host.save(KEY, settings);

/** Returns a function that is true for a file that the user wants whole: itself, or all of its project. */
export function isChosenWhole({ whole }: ModSettings): (file: string) => boolean {
  return (file) => whole.some((one) => file === one || file.startsWith(`${one}/`));
}
