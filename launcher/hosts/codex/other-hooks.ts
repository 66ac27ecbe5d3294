import path from 'node:path';
import { type OtherHook, otherHooksIn, readRoot } from '../other-hooks.ts';
import type { Places } from '../places.ts';
import type { UserPlaces } from '../recordings.ts';

export const codexHome = ({ env, home }: UserPlaces): string => env['CODEX_HOME'] || path.join(home, '.codex');

/**
 * Finds the hooks of others. If several hooks replace a result, Codex (0.171) shows the model all of their texts one
 * below the other.
 */
export async function otherHooks(places: Places): Promise<readonly OtherHook[]> {
  const folders = ['/etc/codex', path.join(places.cwd, '.codex'), codexHome(places)];
  const read = folders.flatMap((folder) => [
    readRoot(path.join(folder, 'hooks.json')),
    ...['config.toml', 'requirements.toml'].map((name) => readRoot(path.join(folder, name), 'toml')),
  ]);
  return otherHooksIn(await Promise.all(read), /^\w+(?:\|\w+)*$/);
}
