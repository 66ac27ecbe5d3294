import {
  existsSync,
  fstatSync,
  ftruncateSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { COMMAND_FAILED } from '../../hosts/hook-client/failed-command.ts';
import { MAX_HOOK_BYTES } from '../../hosts/hook-client/hook-server.ts';
import { type GivenHook, runHook } from './run-hook.ts';

export interface FailedOutput extends Pick<GivenHook, 'host' | 'home' | 'env'> {
  /** What the host's shell has executed. */
  readonly executed: string;
  /** File descriptor of the output. */
  readonly descriptor: number;
  /** Path of that descriptor, where the system has one. */
  readonly path: string;
}

/**
 * Shortens the output of a command that failed, in the file in which its host collects it. The file stays as it is
 * on any error, and if it grows meanwhile.
 */
export async function shortenOutput({ executed, descriptor, path, ...given }: FailedOutput): Promise<void> {
  const written = fstatSync(descriptor);
  if (!written.isFile() || written.size > MAX_HOOK_BYTES) return;
  const file = existsSync(path) ? path : fileOf(written, given.env);
  if (file === undefined) return;
  const output = readFileSync(file, 'utf8');
  const event = { hook_event_name: COMMAND_FAILED, executed, output, cwd: process.cwd() };
  const input = Buffer.from(JSON.stringify(event));
  const answer = await runHook({ ...given, input });
  if (answer === '') return;
  const { output: shown } = JSON.parse(answer) as { readonly output?: unknown };
  if (typeof shown !== 'string' || fstatSync(descriptor).size !== written.size) return;
  const bytes = Buffer.from(`${shown}\n`);
  ftruncateSync(descriptor);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
}

/** Finds the file among the outputs of the session, for systems that cannot read from a descriptor opened to write. */
function fileOf({ dev, ino }: Stats, { CLAUDE_CODE_CHILD_NOTES_DIR: notes }: GivenHook['env']): string | undefined {
  if (notes === undefined) return undefined;
  const folder = `${notes}/../tasks`;
  const files = readdirSync(folder).map((name) => `${folder}/${name}`);
  return files.find((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.dev === dev && found.ino === ino;
  });
}
