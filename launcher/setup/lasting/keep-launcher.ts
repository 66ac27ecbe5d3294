import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { copyIn, type LastingCopy, type LastingLaunch, scriptIn } from './lasting-launch.ts';

/** Files of the Claude Code plugin and its marketplace, which are beside the built ones. */
const CLAUDE_PLUGIN = ['../.claude-plugin', '../plugins'];

/**
 * Files to copy: those of a built server, which runs without the rest of the package, or those of the plugins that hosts
 * load by path.
 */
const PARTS: Readonly<Record<LastingCopy['parts'], readonly string[]>> = {
  server: ['index.js', 'bin', 'tokenizer.js', 'licenses.txt', ...CLAUDE_PLUGIN],
  plugin: ['bin/mcp-pruner-opencode.js', ...CLAUDE_PLUGIN],
};

/** Writes the script and the copy that a launch needs, each atomically. Rejects with the system's error. */
export async function keepLauncher({ script, copy }: LastingLaunch): Promise<void> {
  if (copy !== undefined) {
    const part = `${copy.to}.${randomBytes(8).toString('hex')}`;
    try {
      makeFolder(path.join(part, 'dist'));
      for (const name of PARTS[copy.parts].filter((one) => existsSync(path.join(copy.from, one)))) {
        await cp(path.join(copy.from, name), path.join(part, 'dist', name), { recursive: true });
      }
      // Without a package.json, Node would treat the modules as CommonJS.
      await writeFile(path.join(part, 'package.json'), '{"name":"@jeeves/mcp-pruner","type":"module"}\n');
      await putInPlace(part, copy.to);
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  }
  if (script === undefined || (await currentText(script.path)) === script.text) return;
  makeFolder(path.dirname(script.path));
  const part = `${script.path}.${randomBytes(8).toString('hex')}`;
  const beforeRename = (): Promise<boolean> => chmod(part, 0o700).then(() => true);
  await replaceFile(script.path, script.text, { part, isDrawn: true, beforeRename });
}

/** Replaces a folder, and puts the old one back on failure, because a host may start from it at any time. */
async function putInPlace(folder: string, to: string): Promise<void> {
  const before = `${to}.${randomBytes(8).toString('hex')}`;
  const isThere = existsSync(to);
  if (isThere) await rename(to, before);
  try {
    await rename(folder, to);
  } catch (error) {
    if (isThere) await rename(before, to);
    throw error;
  }
  await rm(before, { recursive: true, force: true });
}

/** Returns a file's current text; undefined if it does not exist. */
export async function currentText(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch(() => undefined);
}

/** Removes the script and the copy, once no host starts them. */
export async function removeLauncher(home: string): Promise<void> {
  await rm(scriptIn(home), { force: true });
  await rm(copyIn(home), { recursive: true, force: true });
  for (const file of [scriptIn(home), copyIn(home)]) await rmdir(path.dirname(file)).catch(() => {});
}
