import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Matches settings that restrict tools. */
const LEFT_OUT = /"(?:core|exclude|coreTools|excludeTools|include_tools|exclude_tools)"\s*:/;

/**
 * True if a session of Gemini CLI might lack `read_file`. The user's settings, policies or extensions may exclude it,
 * and so may the settings in `files`. Calling a missing tool would replace the result with an error, so the answer is
 * true if in doubt.
 */
export async function mayLackReadFile(folders: readonly string[], files: readonly string[] = []): Promise<boolean> {
  const texts = await Promise.all(files.map(textOf));
  if (texts.some((text) => LEFT_OUT.test(text))) return true;
  const found = await Promise.all(
    folders.map(async (folder) => {
      const [settings, policies, extensions] = await Promise.all([
        textOf(path.join(folder, 'settings.json')),
        namesIn(path.join(folder, 'policies')),
        namesIn(path.join(folder, 'extensions')),
      ]);
      if (LEFT_OUT.test(settings)) return true;
      const [denied, narrow] = await Promise.all([
        some(policies, async (name) => isAboutReadFile(await textOf(path.join(folder, 'policies', name)))),
        some(extensions, (name) => isNarrow(path.join(folder, 'extensions', name))),
      ]);
      return denied || narrow;
    }),
  );
  return found.includes(true);
}

/** True if a policy names `read_file`, or has a rule for all tools, i.e. one with a wildcard or without a tool name. */
function isAboutReadFile(policy: string): boolean {
  if (/\bread_file\b|["']\*["']|^\s*toolName\s*=.*\*/m.test(policy)) return true;
  return policy
    .split(/^\s*\[\[rule\]\]/m)
    .some((rule) => /^\s*decision\s*=/m.test(rule) && !/^\s*toolName\s*=/m.test(rule));
}

/** True if an extension has policies of its own, or excludes tools. */
async function isNarrow(extension: string): Promise<boolean> {
  const [manifest, policies] = await Promise.all([
    textOf(path.join(extension, 'gemini-extension.json')),
    namesIn(path.join(extension, 'policies')),
  ]);
  return LEFT_OUT.test(manifest) || policies.length > 0;
}

async function some(names: readonly string[], is: (name: string) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(names.map(is))).includes(true);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
