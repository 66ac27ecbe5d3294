import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findExecutable } from '../platform/process/find-executable.ts';
import { runChild } from '../platform/process/run-child.ts';

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
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
}

/** `missing` means that the program was not found, `late` that it did not exit in time. */
export type ProgramAnswer =
  | { readonly kind: 'said'; readonly text: string; readonly exitCode: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not_started'; readonly errno: string }
  | { readonly kind: 'late' };

/** Runs a host's own program and reads what it prints, without terminal colors. */
export async function askProgram(asked: AskedProgram): Promise<ProgramAnswer> {
  const { program, folders = [], args, stderr = false, cwd, env, timeoutMs, stop } = asked;
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
    ...{ timeoutMs, signal: stop, onStdout: take, onStderr: stderr ? take : () => {} },
  });
  if (outcome.kind === 'not_started') return outcome;
  if (outcome.kind !== 'exited') return { kind: 'late' };
  const text = stripVTControlCharacters(Buffer.concat(chunks).toString('utf8'));
  return { kind: 'said', text, exitCode: outcome.exitCode };
}
