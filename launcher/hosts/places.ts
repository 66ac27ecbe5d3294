import path from 'node:path';

/** Absolute paths and variables that determine where a host keeps its files. */
export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Returns the folder where desktop programs keep their files. */
export function appData({ env, home, platform }: Places): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  return configHome({ env, home });
}

export function configHome({ env, home }: Pick<Places, 'env' | 'home'>): string {
  return env['XDG_CONFIG_HOME'] || path.join(home, '.config');
}
