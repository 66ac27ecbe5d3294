import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { claudeMarketplace, claudePlugin } from './plugins/claude-plugin.ts';
import { geminiExtension } from './plugins/gemini-extension.ts';
import { type PluginFiles, SERVER_FOLDER, toJson } from './plugins/plugin-files.ts';
import { TOKENIZER_FILE } from './shared-tokenizer.ts';
import { BIN_PARTS, CLAUDE_PLUGIN } from './targets.ts';

/** Folder of the extension with a server. */
const GEMINI_FOLDER = 'gemini';

/** Files of the built bin that run without the package around them. */
const SERVER_FILES: readonly string[] = ['index.js', BIN_PARTS, TOKENIZER_FILE, 'licenses.txt'];

/** Writes the plugins with a server into a folder, each with a copy of it from the folder `bin`. */
export async function writePlugins(folder: string, bin: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // Without this file, Node would treat the modules as CommonJS.
  const manifest = { [`${SERVER_FOLDER}/package.json`]: toJson({ type: 'module', version: packageJson.version }) };
  await write(join(folder, GEMINI_FOLDER), { ...geminiExtension(packageJson), ...manifest });
  for (const file of SERVER_FILES) {
    // Skip source maps that earlier builds may have left.
    const filter = (path: string): boolean => !path.endsWith('.map') && !path.includes(`${sep}plugins${sep}`);
    await cp(join(bin, file), join(folder, GEMINI_FOLDER, SERVER_FOLDER, file), { recursive: true, filter });
  }
}

/** Files of the Claude Code plugin and its marketplace that are written, not built, by path in the repository. */
export function claudeFiles(license: string): PluginFiles {
  const own = Object.entries({ ...claudePlugin(packageJson), LICENSE: license });
  return {
    ...claudeMarketplace(packageJson),
    ...Object.fromEntries(own.map(([path, text]) => [`${CLAUDE_PLUGIN}/${path}`, text])),
  };
}

async function write(folder: string, files: PluginFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** `node .build/plugins.ts`: writes the plugins from the output of `node .build/bundle.ts`. */
if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await writePlugins(join(root, 'dist/plugins'), join(root, 'dist'));
  await write(root, claudeFiles(await readFile(join(root, 'LICENSE'), 'utf8')));
  process.stdout.write(`dist/plugins/${GEMINI_FOLDER}, ${CLAUDE_PLUGIN}\n`);
}
