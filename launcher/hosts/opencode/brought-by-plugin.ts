import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import type { BroughtFiles } from '../host.ts';
import type { HostFile } from '../host-file.ts';
import { readHostFile } from '../read-host-file.ts';
import { isOurOpencodePlugin } from './hook-settings.ts';

/** Package that opencode (1.18.33) installs into its folder before it loads any local plugin. */
const PACKAGE = '@opencode-ai/plugin';

/**
 * Returns the files that opencode installs for our plugin. Another plugin, or another package in the folder, needs them
 * too.
 */
export function broughtByPlugin(folder: string, settings: readonly HostFile[]): BroughtFiles {
  return {
    paths: ['node_modules', 'package.json', 'package-lock.json', 'bun.lock'].map((name) => path.join(folder, name)),
    async isNeeded(hooksFile) {
      if (['plugin', 'plugins'].some((name) => existsSync(path.join(folder, name)))) return true;
      const lists = await Promise.all(settings.map(async (file) => pluginsIn(file, file.path === hooksFile)));
      return lists.flat().length > 0 || !isAsInstalled(await readPackage(path.join(folder, 'package.json')));
    },
  };
}

async function pluginsIn(file: HostFile, isWithoutOurs: boolean): Promise<readonly unknown[]> {
  const read = await readHostFile(file);
  const root = read.ok ? read.root : undefined;
  const lists = ['plugin', 'plugins'].map((name) => root?.[name]);
  return lists
    .filter(Array.isArray)
    .flatMap((list) => list.filter((one) => !isWithoutOurs || !isOurOpencodePlugin(one)));
}

/** True if only opencode's own package was installed. */
function isAsInstalled({ dependencies, ...others }: JsonObject): boolean {
  const names = Object.keys(asJsonObject(dependencies));
  return Object.keys(others).length === 0 && names.every((name) => name === PACKAGE);
}

async function readPackage(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return asJsonObject(JSON.parse(text));
  } catch {
    return { unreadable: true };
  }
}
