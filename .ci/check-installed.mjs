// Installs the package as a user would (`npm i -g` of the output of `npm pack`, into an empty folder). Checks that the
// package and its dependencies are small enough, that its command runs, and that every export loads.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MAX_BYTES = 13_500_000;
const QUESTION = 'How is the session closed?';
const SAMPLE = Array.from({ length: 400 }, (_, at) =>
  at === 200 ? 'function closeSession() {\n  session.close();\n}\n' : `function part${at}() {\n  return ${at};\n}\n`,
).join('\n');

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-installed-'));
const run = (command, args, more = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...more });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error ?? stderr}`);
};

try {
  const file = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]).trim();
  const prefix = path.join(folder, 'prefix');
  run('npm', ['i', '-g', '--prefix', prefix, '--no-audit', '--no-fund', path.join(folder, file.split('\n').at(-1))]);
  const files = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.reduce((sum, one) => sum + statSync(path.join(one.parentPath, one.name)).size, 0);
  process.stdout.write(`${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB installed\n`);
  if (bytes > MAX_BYTES) throw new Error(`too large: expected ${MAX_BYTES / 1_000_000} MB`);

  const bin = path.join(prefix, 'bin', 'mcp-pruner');
  const env = { PATH: process.env.PATH, HOME: folder, PRUNER_URL: 'embedded' };
  process.stdout.write(run(bin, ['--version'], { env }));
  const pruned = run(bin, ['prune', '-q', QUESTION], { env, input: SAMPLE });
  if (!pruned.includes('session.close()') || pruned.length > SAMPLE.length / 2)
    throw new Error('prune left nothing out');
  // Needs the tokenizer, which is a separate file that the bin has to find.
  run(bin, ['stats'], { env });

  const installed = path.join(prefix, 'lib/node_modules/@jeeves/mcp-pruner');
  for (const name of ['core', 'worker', 'client', 'runner', 'tokenizer']) {
    await import(pathToFileURL(path.join(installed, `dist/${name}.js`)).href);
  }
  const { countTokens } = await import(pathToFileURL(path.join(installed, 'dist/tokenizer.js')).href);
  if (countTokens('hello world') !== 2) throw new Error('the tokenizer counts wrong');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
