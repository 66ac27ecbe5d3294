// Reads `npm pack --dry-run --json`. Checks that the package contains the file of every export and all our files that
// its types import, and no test.
import { readFileSync } from 'node:fs';
import path from 'node:path/posix';
import { text } from 'node:stream/consumers';

const parsed = JSON.parse(await text(process.stdin));
const [{ files }] = Array.isArray(parsed) ? parsed : Object.values(parsed);
const names = new Set(files.map(({ path }) => path));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const exported = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [target] : Object.values(target),
);
const wanted = new Set([...exported, ...Object.values(manifest.bin)].map((name) => name.replace('./', '')));
// The loop also visits names that are added to the set while it runs.
for (const name of wanted) {
  if (!name.endsWith('.d.ts') || !names.has(name)) continue;
  for (const [, to] of readFileSync(name, 'utf8').matchAll(/\b(?:from|import)\b[ (]*['"](\.[^'"]+\.tsx?)['"]/g))
    wanted.add(path.join(path.dirname(name), to.replace(/\.tsx?$/, '.d.ts')));
}
const missing = [...wanted].filter((name) => !names.has(name));
const stray = [...names].filter((name) => /(^|\/)test\//.test(name));
process.stdout.write(
  `${names.size} files; missing: ${missing.join(', ') || 'none'}; stray: ${stray.join(', ') || 'none'}\n`,
);
process.exit(missing.length + stray.length === 0 ? 0 : 1);
