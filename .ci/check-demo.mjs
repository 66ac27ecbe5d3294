// Runs the README's first command on the Node of this machine, in a copy in which nothing is installed, and holds that it is
// enough by itself, that nothing warns, and that it installs little.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAX_BYTES = 150_000_000;
const WARNING = /^(?:npm |\W*)warn|Warning:/im;

const [command] = /^npx .* demo$/m.exec(readFileSync('README.md', 'utf8'));
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-demo-'));
try {
  for (const file of listed.stdout.split('\0').filter((name) => name !== '' && existsSync(name))) {
    cpSync(file, path.join(folder, file));
  }
  const { status, stdout } = spawnSync(`(${command}) 2>&1`, { cwd: folder, encoding: 'utf8', shell: true });
  if (status !== 0) throw new Error(`the demo failed:\n${stdout}`);
  if (WARNING.test(stdout)) throw new Error(`the demo warned:\n${stdout}`);

  const installed = path.join(folder, 'node_modules');
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.reduce((sum, one) => sum + lstatSync(path.join(one.parentPath, one.name)).size, 0);
  process.stdout.write(`Node ${process.version}: ${(bytes / 1_000_000).toFixed(0)} MB installed, no warnings\n`);
  if (bytes > MAX_BYTES) throw new Error(`too large: allowed are ${MAX_BYTES / 1_000_000} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
