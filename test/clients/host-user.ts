import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { NODE, ROOT } from './installed.ts';

/** A user of a host, with only the settings that such a user would have. */
export interface HostUser {
  /** The host's settings file. */
  readonly settings: string;
  /** The folder that the user works in. */
  readonly project: string;
  /** Runs a program, and returns what it prints. Rejects if it fails. */
  run(program: readonly string[], env?: object): Promise<string>;
  /** Runs `mcp-pruner`, and returns what it prints. */
  pruner(...args: readonly string[]): Promise<string>;
}

interface Home {
  /** A home without any data of the host. */
  readonly home: string;
  /** The settings file, in `home`. */
  readonly file: string;
  /** Content of the settings file before the test. */
  readonly settings: string;
  /** Folders of host programs on the user's PATH. */
  readonly folders?: readonly string[];
  /** Variables of everything that the user runs. */
  readonly env?: object;
}

/** Runs a program, and returns what it prints. Rejects if it fails. */
export async function runProgram(program: readonly string[], cwd: string, env: object): Promise<string> {
  const [command = '', ...args] = program;
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, said, complaints] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`"${program.join(' ')}" exited with ${code}: ${said}${complaints}`);
  return said;
}

export function hostUser({ home, file, settings, folders = [], env = {} }: Home): HostUser {
  const project = path.join(home, 'project');
  const settingsFile = path.join(home, file);
  for (const folder of [project, path.dirname(settingsFile)]) mkdirSync(folder, { recursive: true });
  writeFileSync(settingsFile, settings);
  const searched = [path.dirname(NODE), ...folders, process.env['PATH']].join(path.delimiter);
  const own = { PATH: searched, HOME: home, ...env };
  const run: HostUser['run'] = (program, more = {}) => runProgram(program, project, { ...own, ...more });
  return {
    ...{ settings: settingsFile, project, run },
    pruner: (...args) => run([NODE, `${ROOT}dist/index.js`, ...args]),
  };
}
