// Reads `npm pack --dry-run --json` and holds that every export's file is in the package, and nothing of the tests is.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const parsed = JSON.parse(await text(process.stdin));
const [{ files }] = Array.isArray(parsed) ? parsed : Object.values(parsed);
const names = new Set(files.map(({ path }) => path));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const exported = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [target] : Object.values(target),
);
const wanted = [...exported, ...Object.values(manifest.bin)].map((name) => name.replace('./', ''));
const missing = wanted.filter((name) => !names.has(name));
const stray = [...names].filter((name) => /(^|\/)test\//.test(name));
process.stdout.write(
  `${names.size} files; missing: ${missing.join(', ') || 'none'}; stray: ${stray.join(', ') || 'none'}\n`,
);
process.exit(missing.length + stray.length === 0 ? 0 : 1);
