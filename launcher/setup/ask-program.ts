import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findExecutable } from '../system/process/find-executable.ts';
import { runChild } from '../system/process/run-child.ts';

/** Max time for a host's program to answer, in milliseconds. Opencode migrates its database first. */
export const ANSWER_MS = 30_000;
/** Max bytes to read. Codex lists its models, with their instructions, in 0.8 MB. */
const MAX_BYTES = 4_000_000;

export interface AskedProgram {
  /** Name on PATH. */
  readonly program: string;
  /** Folders to search after those on PATH. */
  readonly folders?: readonly string[] | undefined;
  readonly args: readonly string[];
  /** True to read stderr as well. Default false. */
  readonly stderr?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
}

/** `missing`: the program is not there. `silent`: it did not end in time, or could not be started. */
export type ProgramAnswer =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'silent' };

/** Runs a host's own program and reads what it prints, without terminal colors. */
export async function askProgram(asked: AskedProgram): Promise<ProgramAnswer> {
  const { program, folders = [], args, stderr = false, cwd, env, stop } = asked;
  const file = await findExecutable(program, [env['PATH'] ?? '', ...folders].join(path.delimiter));
  if (file === undefined) return { kind: 'missing' };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const take = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  };
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  const outcome = await runChild({
    ...{ file, args, cwd, env: defined as Readonly<Record<string, string>> },
    ...{ timeoutMs: ANSWER_MS, signal: stop, onStdout: take, onStderr: stderr ? take : () => {} },
  });
  if (outcome.kind !== 'exited') return { kind: 'silent' };
  return { kind: 'said', text: stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')) };
}
