import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Programs on PATH during a recording. There is no agent among them, so none is found. */
const PROGRAMS =
  'awk bash basename cat cp cut date dirname env expr false find git grep head id kill ln ls mkdir mv printf ps pwd readlink rg rm sed seq sh sleep sort stat tail tee touch tr true uname uniq wc xargs';

/** The folder in which a recording runs. Its path is the same for every build, so no answer differs by a path. */
export interface Stage {
  readonly folder: string;
  /** The copied build: `dist`, and the package's files beside it. */
  readonly package: string;
  readonly node: string;
  /** The only folder on PATH. */
  readonly programs: string;
  /** NODE_OPTIONS that stop the clock and fix the random numbers. */
  readonly nodeOptions: string;
  close(): void;
}

/** Prepares the stage for the build in `dist`. Waits while another recording uses the folder. */
export async function openStage(dist: string): Promise<Stage> {
  const folder = path.join(realpathSync(tmpdir()), 'mcp-pruner-corpus');
  const owner = `${folder}.pid`;
  await takeTurn(owner);
  rmSync(folder, { recursive: true, force: true });
  const programs = path.join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  for (const name of PROGRAMS.split(' ')) {
    const found = findProgram(name);
    if (found !== undefined) symlinkSync(found, path.join(programs, name));
  }
  // A copy, because a link would show in `process.execPath`.
  const node = path.join(programs, 'node');
  copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
  const pack = path.join(folder, 'package');
  cpSync(dist, path.join(pack, 'dist'), {
    recursive: true,
    filter: (file) => path.relative(dist, file).split(path.sep)[0] !== 'types',
  });
  const preloads = ['still-clock.mjs', 'seeded-random.mjs'];
  for (const name of preloads) copyFileSync(fileURLToPath(new URL(name, import.meta.url)), path.join(folder, name));
  const nodeOptions = preloads.map((name) => `--import ${path.join(folder, name)}`).join(' ');
  writeFileSync(path.join(pack, 'package.json'), JSON.stringify({ name: '@jeeves/mcp-pruner', type: 'module' }));
  const close = (): void => {
    endProcessesOf(node);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    rmSync(owner, { force: true });
  };
  return { folder, package: pack, node, programs, nodeOptions, close };
}

/** Ends remaining processes of the copied Node. For example, a shared gateway outlives its agents by a minute. */
function endProcessesOf(node: string): void {
  for (const pid of existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
    try {
      if (readlinkSync(`/proc/${pid}/exe`) === node) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}

async function takeTurn(owner: string): Promise<void> {
  let told = false;
  for (;;) {
    try {
      writeFileSync(owner, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      const pid = readOr(owner, '');
      // An empty file is just being written.
      if (pid !== '' && !runs(Number(pid))) rmSync(owner, { force: true });
      else if (!told) process.stderr.write(`waiting for the recording of process ${pid} (${owner})\n`);
      told = true;
      await setTimeout(500);
    }
  }
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function findProgram(name: string): string | undefined {
  const folders = ['/usr/local/bin', '/usr/bin', '/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
