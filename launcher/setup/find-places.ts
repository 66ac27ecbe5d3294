import path from 'node:path';
import type { Places } from '../hosts/places.ts';

/** Where hosts keep their files; undefined where no home folder is known, which hosts go by as well. */
export function findPlaces(
  env: Places['env'],
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): Places | undefined {
  const home = env['HOME'] || env['USERPROFILE'];
  return home === undefined || !path.isAbsolute(home) ? undefined : { env, cwd: path.resolve(cwd), home, platform };
}
