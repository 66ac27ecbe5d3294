import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { claudeMarketplace, claudePlugin } from './plugins/claude-plugin.ts';
import { geminiExtension } from './plugins/gemini-extension.ts';
import { type PluginFiles, SERVER_FOLDER, toJson } from './plugins/plugin-files.ts';
import { TOKENIZER_FILE } from './shared-tokenizer.ts';
import { BIN_PARTS } from './targets.ts';

/** Folders of the plugins. */
export const CLAUDE_FOLDER = 'claude-code';
export const GEMINI_FOLDER = 'gemini';

/** Files of the built bin that run without the package around them. */
const SERVER_FILES: readonly string[] = ['index.js', BIN_PARTS, TOKENIZER_FILE, 'licenses.txt'];

/** Writes the plugins into a folder, each with a copy of the server from the folder `bin`. */
export async function writePlugins(folder: string, bin: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await write(folder, claudeMarketplace(packageJson, CLAUDE_FOLDER));
  const plugins = { [CLAUDE_FOLDER]: claudePlugin(packageJson), [GEMINI_FOLDER]: geminiExtension(packageJson) };
  for (const [name, files] of Object.entries(plugins)) {
    // Without this file, Node would treat the modules as CommonJS.
    const manifest = { [`${SERVER_FOLDER}/package.json`]: toJson({ type: 'module', version: packageJson.version }) };
    await write(join(folder, name), { ...files, ...manifest });
    for (const file of SERVER_FILES) {
      const source = join(bin, file);
      // Skip source maps that earlier builds may have left.
      const filter = (path: string): boolean => !path.endsWith('.map') && !path.includes(`${sep}plugins${sep}`);
      await cp(source, join(folder, name, SERVER_FOLDER, file), { recursive: true, filter });
    }
  }
}

async function write(folder: string, files: PluginFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** `node .build/plugins.ts`: writes the plugins from the output of `node .build/bundle.ts`. */
if (import.meta.main) {
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  await writePlugins(join(dist, 'plugins'), dist);
  process.stdout.write(`dist/plugins: ${CLAUDE_FOLDER}, ${GEMINI_FOLDER}\n`);
}
