import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { COMMAND_FAILED } from '../../hosts/hook-client/failed-command.ts';
import { MAX_HOOK_BYTES } from '../../hosts/hook-client/hook-server.ts';
import { type GivenHook, runHook } from './run-hook.ts';

export interface FailedOutput extends Pick<GivenHook, 'host' | 'home' | 'env'> {
  /** Script that the host's shell ran, with the command in it. */
  readonly executed: string;
  /** File descriptor of the output. */
  readonly descriptor: number;
}

/** Max bytes of an output. Reading a larger one would keep the agent waiting. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Shortens the output of a failed command, in the file in which its host collects output. No other file is changed,
 * because the command may have redirected its output to one of the user's files. The file stays unchanged on any error,
 * and if it grows meanwhile.
 */
export async function shortenOutput({ executed, descriptor, ...given }: FailedOutput): Promise<void> {
  const file = collectedIn(descriptor, given.env);
  if (file === undefined) return;
  const output = readFileSync(file);
  const event = { hook_event_name: COMMAND_FAILED, executed, output: output.toString('utf8'), cwd: process.cwd() };
  const input = Buffer.from(JSON.stringify(event));
  if (output.length > MAX_BYTES || input.length > MAX_HOOK_BYTES) return;
  const answer = await runHook({ ...given, input });
  if (answer === '') return;
  const { output: shown } = JSON.parse(answer) as { readonly output?: unknown };
  if (typeof shown === 'string' && fstatSync(descriptor).size === output.length)
    replace(file, Buffer.from(`${shown}\n`));
}

/** Finds the file among the outputs of the host's session that is open as the descriptor. */
function collectedIn(descriptor: number, { CLAUDE_CODE_CHILD_NOTES_DIR: notes }: GivenHook['env']): string | undefined {
  const { dev, ino, size } = fstatSync(descriptor);
  if (notes === undefined || size > MAX_BYTES) return undefined;
  const folder = `${notes}/../tasks`;
  const files = readdirSync(folder).map((name) => `${folder}/${name}`);
  return files.find((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.dev === dev && found.ino === ino && found.isFile();
  });
}

/** Overwrites a file, and truncates it only afterward, so that a full disk does not lose the original. */
function replace(file: string, bytes: Uint8Array): void {
  const to = openSync(file, 'r+');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at, bytes.length - at, at);
    ftruncateSync(to, bytes.length);
  } finally {
    closeSync(to);
  }
}
