import { constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { countInTurns } from '../../../src/base/tokens/count-in-turns.ts';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { pruneSteps } from '../../../src/engine/prune-steps.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { inTurns } from '../../../src/text/cooperative-task.ts';
import { CUT_MARKS } from '../../../src/text/cut-mark.ts';
import { readMarker } from '../../../src/text/gap-marker.ts';
import { isNotice } from '../../../src/text/unmatched.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { decodeText } from '../../platform/text/text-encoding.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { type BoundedInput, readBounded } from './bounded-input.ts';

const MAX_QUESTION = 1000;
/** Exit code for an input that is too large, if the caller asked for one. */
const TOO_LARGE = 3;
/** Max bytes of input to prune. The engine needs up to 64 times as much memory, if all lines are empty. */
const MAX_INPUT_BYTES = 16_777_216;

/**
 * Runs the embedded engine as a filter. Lines that are kept are printed byte for byte, and so is an input that is too
 * large to prune. Ends at the first signal, and at the first write that fails because the reader is gone.
 */
export async function runPrune(
  context: CommandContext,
  given: GivenOptions,
  operands: readonly string[],
): Promise<number> {
  const options = toOptions(given);
  const { cwd, stderr, stop } = context;
  const file = operands[0] === '-' ? undefined : operands[0];
  const cancelled = (): number => {
    stderr.write('mcp-pruner: cancelled\n');
    return 1;
  };
  let input: BoundedInput;
  try {
    // Node reads a folder as an empty input.
    if (file === undefined && isFolder(context.stdin)) throw Object.assign(new Error(), { code: 'EISDIR' });
    const stdin = file === undefined ? context.stdin : openInput(path.resolve(cwd, file));
    input = await readBounded(stdin, MAX_INPUT_BYTES, stop);
  } catch (error) {
    if (stop.aborted) return cancelled();
    stderr.write(`mcp-pruner: cannot read "${file ?? 'stdin'}": ${errnoWords(error)}\n`);
    return 1;
  }
  try {
    if (input.rest === undefined) return await prune(input.head, { ...options, path: file }, given, context);
    const size = `"${file ?? 'stdin'}" is larger than ${MAX_INPUT_BYTES / 1_048_576} MiB`;
    if (given['json'] === true) {
      stderr.write(`mcp-pruner: cannot prune: ${size}\n`);
      return given['strict'] === true ? TOO_LARGE : 1;
    }
    stderr.write(`mcp-pruner: ${size}: it is passed on unchanged\n`);
    await passOn(input, context);
    return given['strict'] === true ? TOO_LARGE : 0;
  } catch (error) {
    if (stop.aborted) return cancelled();
    if (errnoOf(error) === 'EPIPE') return 0;
    if (errnoOf(error) === undefined) throw error;
    stderr.write(`mcp-pruner: cannot write the answer: ${errnoWords(error)}\n`);
    return 1;
  }
}

type Options = Omit<PruneRequest, 'text' | 'path'>;

function toOptions(given: GivenOptions): Options {
  const question = String(given['question'] ?? '').trim();
  if (question === '' || question.length > MAX_QUESTION) {
    throw new UsageError(`cannot prune: expected a question of 1 to ${MAX_QUESTION} characters with -q`);
  }
  const targetRatio = toNumber(given, 'ratio', 'a number above 0 and up to 1', (n) => n > 0 && n <= 1);
  const maxTokens = toNumber(given, 'max-tokens', 'an integer from 1', (n) => Number.isInteger(n) && n > 0);
  const threshold = toNumber(given, 'threshold', 'a number from 0 to 1', (n) => n >= 0 && n <= 1);
  return { question, targetRatio, maxTokens, threshold, markers: 'ranges' };
}

async function passOn({ head, rest }: BoundedInput, { stdout, stop }: CommandContext): Promise<void> {
  await print(stdout, head, stop);
  for await (const chunk of rest ?? []) await print(stdout, chunk, stop);
}

async function prune(
  bytes: Buffer,
  options: Omit<PruneRequest, 'text'>,
  given: GivenOptions,
  { stdout, stderr, stop }: CommandContext,
): Promise<number> {
  const { text, encode } = await decodeText(bytes);
  const pruned = await inTurns(pruneSteps({ ...options, text }), untilSignals, stop);
  const { details } = pruned;
  if (given['json'] === true) {
    const count = await loadO200k();
    const counted = (one: string): Promise<number> => countInTurns(one, count, untilSignals);
    const tokens = { before: await counted(text), after: await counted(pruned.text) };
    stop.throwIfAborted();
    const answer = {
      text: pruned.text,
      kind: details.kind,
      method: details.method,
      score: details.score,
      lines: details.lineCount,
      kept_lines: details.keptLines,
      ...(details.cutLines !== undefined && { cut_lines: details.cutLines }),
      tokens,
    };
    await print(stdout, `${JSON.stringify(answer)}\n`, stop);
    return 0;
  }
  if (!details.changed) await print(stdout, bytes, stop);
  else await print(stdout, encode(stdout.isTTY ? withDimMarkers(pruned.text) : pruned.text), stop);
  if (stderr.isTTY) stderr.write(`kept ${details.keptLines.length} of ${details.lineCount} lines (${details.kind})\n`);
  return 0;
}

/** Yields to the event loop, so that signals are noticed. */
const untilSignals = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Dims our own markers, for a terminal. */
function withDimMarkers(text: string): string {
  const dim = (marker: string): string => `\u001b[2m${marker}\u001b[22m`;
  const isOurs = (line: string): boolean => readMarker(line) !== undefined || isNotice(line);
  return text.replaceAll(/^\(.*\)$/gm, (line) => (isOurs(line) ? dim(line) : line)).replaceAll(CUT_MARKS, dim);
}

function toNumber(
  given: GivenOptions,
  name: string,
  allowed: string,
  fits: (n: number) => boolean,
): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value !== '' && Number.isFinite(number) && fits(number)) return number;
  throw new UsageError(`cannot use --${name} "${value}": expected ${allowed}`);
}

/** Writes and waits until the data is flushed. Rejects with `EPIPE` if the pipe is closed (`| head`), and on a signal. */
function print(stdout: NodeJS.WriteStream, data: string | Uint8Array, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onStop = (): void => reject(stop.reason);
    stop.throwIfAborted();
    stop.addEventListener('abort', onStop, { once: true });
    stdout.once('error', reject);
    stdout.write(data, (error) => {
      stop.removeEventListener('abort', onStop);
      // The event of a failed write comes after this call, and would end the process without a listener.
      if (error) return reject(error);
      stdout.off('error', reject);
      resolve();
    });
  });
}

function isFolder(stdin: object): boolean {
  const { fd } = stdin as { readonly fd?: number };
  return fd !== undefined && fstatSync(fd).isDirectory();
}

/**
 * Opens a file, or a named pipe (`<(command)`, a FIFO). Reading a pipe as a file would occupy a thread until another
 * process writes, and Node cannot exit before that. Throws or emits the system's error.
 */
function openInput(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return fstatSync(fd).isFIFO() ? new Socket({ fd, readable: true, writable: false }) : createReadStream('', { fd });
}
