import path from 'node:path';
import type { Places } from '../hosts/places.ts';

/**
 * Returns the folders where hosts keep their files; undefined if the home folder is unknown, since hosts rely on it
 * too.
 */
export function findPlaces(
  env: Places['env'],
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): Places | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  return home === undefined || !path.isAbsolute(home) ? undefined : { env, cwd: path.resolve(cwd), home, platform };
}
