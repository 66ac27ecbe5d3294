// Runs the README's first command on this machine's Node, in a copy without installed packages. Checks that the command
// needs nothing else, prints no warnings, and installs little.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAX_BYTES = 150_000_000;

/**
 * Adds up the sizes of files below a folder. Does not follow links, because a package is linked from each package that
 * needs it.
 */
function bytesIn(place) {
  return readdirSync(place, { withFileTypes: true }).reduce((sum, one) => {
    const entry = path.join(place, one.name);
    return sum + (one.isDirectory() ? bytesIn(entry) : lstatSync(entry).size);
  }, 0);
}

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

  const bytes = bytesIn(path.join(folder, 'node_modules'));
  process.stdout.write(`Node ${process.version}: ${(bytes / 1_000_000).toFixed(0)} MB installed, no warnings\n`);
  if (bytes > MAX_BYTES) throw new Error(`too large: expected ${MAX_BYTES / 1_000_000} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
