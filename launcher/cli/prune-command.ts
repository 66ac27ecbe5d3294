import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pruneText } from '../../src/pruning/embedded.ts';
import { CUT_MARKS } from '../../src/pruning/pieces/cut-mark.ts';
import { UNMATCHED } from '../../src/pruning/unmatched.ts';
import { readMarker } from '../../src/text/gap-marker.ts';
import { loadO200k } from '../../src/tokens/o200k.ts';
import { errnoWords } from '../system/paths/errno-words.ts';
import { type CommandContext, type GivenOptions, UsageError } from './command.ts';

const MAX_QUESTION = 1000;

/** Runs the embedded engine as a filter. Lines that are not removed come out byte for byte. */
export async function runPrune(
  { cwd, stdin, stdout, stderr }: CommandContext,
  given: GivenOptions,
  operands: readonly string[],
): Promise<number> {
  const question = String(given['question'] ?? '').trim();
  if (question === '' || question.length > MAX_QUESTION) {
    throw new UsageError(`cannot prune without a question: -q takes 1..${MAX_QUESTION} characters`);
  }
  const targetRatio = toNumber(given, 'ratio', 'a number above 0 and up to 1', (n) => n > 0 && n <= 1);
  const maxTokens = toNumber(given, 'max-tokens', 'an integer from 1', (n) => Number.isInteger(n) && n > 0);
  const threshold = toNumber(given, 'threshold', 'a number from 0 to 1', (n) => n >= 0 && n <= 1);

  const file = operands[0] === '-' ? undefined : operands[0];
  let bytes: Buffer;
  try {
    bytes = file === undefined ? await buffer(stdin) : await readFile(path.resolve(cwd, file));
  } catch (error) {
    stderr.write(`mcp-pruner: cannot read "${file ?? 'stdin'}": ${errnoWords(error)}\n`);
    return 1;
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const request = { text, question, path: file, targetRatio, maxTokens, threshold, markers: 'ranges' } as const;
  const pruned = pruneText(request);
  const { details } = pruned;

  if (given['json'] === true) {
    const count = await loadO200k();
    const answer = {
      text: pruned.text,
      kind: details.kind,
      method: details.method,
      score: details.score,
      lines: details.lineCount,
      kept_lines: details.keptLines,
      ...(details.cutLines !== undefined && { cut_lines: details.cutLines }),
      tokens: { before: count(text), after: count(pruned.text) },
    };
    await print(stdout, `${JSON.stringify(answer)}\n`);
    return 0;
  }
  if (!details.changed) await print(stdout, bytes);
  else await print(stdout, stdout.isTTY ? withDimMarkers(pruned.text) : pruned.text);
  if (stderr.isTTY) stderr.write(`kept ${details.keptLines.length} of ${details.lineCount} lines (${details.kind})\n`);
  return 0;
}

/** Dims our own markers, for a terminal. */
function withDimMarkers(text: string): string {
  const dim = (marker: string): string => `\u001b[2m${marker}\u001b[22m`;
  const isOurs = (line: string): boolean => readMarker(line) !== undefined || line === UNMATCHED;
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
  throw new UsageError(`cannot use --${name} "${value}": allowed is ${allowed}`);
}

/** Writes and waits until the data is flushed. A closed pipe (`| head`) is not an error. */
function print(stdout: NodeJS.WriteStream, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => (error.code === 'EPIPE' ? resolve() : reject(error));
    stdout.once('error', failed);
    stdout.write(data, (error) => (error ? failed(error) : resolve()));
  });
}
