import { CappedBytes } from '../../process/capped-bytes.ts';
import { childEnvironment } from '../../process/child-environment.ts';
import { findExecutable } from '../../process/find-executable.ts';
import { type ChildEdges, type ChildOutcome, runChild } from '../../process/run-child.ts';
import type { ToolContext } from '../tool.ts';
import { type Collected, collectMatches, type MatchCollector } from './collect-matches.ts';
import type { Search, SearchEngine, SearchEvent } from './engine.ts';
import { parseRecords } from './system-grep-records.ts';
import { windowAt } from './window-at.ts';

const STDERR_BYTES = 8192;
const STDERR_LINES = 5;
/** Files with long lines that are looked through for where their matches are. */
const MAX_UNPLACED = 20;
/** Bytes that are held of a record that tells an offset, and bytes of such records that are read of a file. */
const OFFSET_BYTES = 64;
const MAX_OFFSETS_BYTES = 4 * 1024 * 1024;
/** Not here, or not to be executed: the next engine's turn. */
const NOT_INSTALLED = new Set(['ENOENT', 'EACCES', 'ENOEXEC']);

export interface SearchLimits {
  readonly maxMatches: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type Searched =
  | { readonly kind: 'found'; readonly collected: Collected }
  | { readonly kind: 'failed'; readonly why: string; readonly exitCode: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'not_started'; readonly errno: string };

type Sink = (chunk: Uint8Array) => void;

interface Offset {
  readonly line: number;
  /** Bytes from the file's start. */
  readonly offset: number;
}

interface Run {
  readonly collector: MatchCollector;
  readonly outcome: ChildOutcome;
  readonly stderr: string;
}

/**
 * Runs one engine over `search`, reads its output as it comes, and stops it once a limit is passed. What is left out then
 * is what comes last by its path: the search is run again in order, since engines find files in any.
 */
export async function runEngine(
  engine: SearchEngine,
  search: Search,
  limits: SearchLimits,
  cwd: string,
  context: ToolContext,
  edges: ChildEdges,
): Promise<Searched> {
  const file = (await findExecutable(engine.name, context.env['PATH'])) ?? (await engine.elsewhere?.());
  if (file === undefined) return { kind: 'not_started', errno: 'ENOENT' };
  const refusal = engine.refuses?.(search);
  if (refusal !== undefined) return { kind: 'failed', why: refusal, exitCode: 2 };

  const began = edges.timers.now();
  let runs = 0;
  const timeLeft = (): number =>
    runs++ === 0 ? limits.timeoutMs : Math.max(1, limits.timeoutMs - (edges.timers.now() - began));
  const run = (args: readonly string[], enough: AbortSignal, onStdout: Sink, onStderr: Sink): Promise<ChildOutcome> => {
    const env = childEnvironment(context.env, engine.env(search));
    const order = { file, args, cwd, env, timeoutMs: timeLeft(), signal: context.signal, enough, onStdout, onStderr };
    return runChild(order, edges);
  };
  const searchFor = async (one: Search, batches: readonly (readonly string[])[]): Promise<Run> => {
    const enough = new AbortController();
    const { root } = context;
    const collector = collectMatches({ root, ...limits, contextLines: search.contextLines }, () => enough.abort());
    const complaints = new CappedBytes(STDERR_BYTES);
    let outcome: ChildOutcome = { kind: 'exited', exitCode: 1 };
    for (const paths of batches) {
      const parser = engine.parser(one, (event) => collector.add(event));
      const notices = engine.complaintParser((event) => collector.add(event));
      const onStderr = (chunk: Uint8Array): void => {
        complaints.push(chunk);
        notices.push(chunk);
      };
      outcome = await run(engine.args({ ...one, paths }), enough.signal, (chunk) => parser.push(chunk), onStderr);
      notices.end();
      if (outcome.kind !== 'exited') break;
      parser.end();
    }
    return { collector, outcome, stderr: complaints.text() };
  };

  /** Where each matching line of a file has its first match. */
  const offsetsIn = async (path: Buffer): Promise<readonly Offset[]> => {
    const enough = new AbortController();
    const offsets = new Map<number, number>();
    let bytes = 0;
    const onRecord = (event: SearchEvent): void => {
      if (event.kind !== 'line' || offsets.has(event.line) || offsets.size > limits.maxMatches) return;
      offsets.set(event.line, Number.parseInt(event.text, 10));
    };
    const records = parseRecords(OFFSET_BYTES, onRecord, () => undefined);
    const onStdout = (chunk: Uint8Array): void => {
      records.push(chunk);
      bytes += chunk.length;
      // A line may match a million times.
      if (bytes > MAX_OFFSETS_BYTES) enough.abort();
    };
    await run(engine.offsetArgs(search, path.toString()), enough.signal, onStdout, () => {});
    return [...offsets].map(([line, offset]) => ({ line, offset }));
  };

  const first = await searchFor(search, [search.paths]);
  const isCut = first.outcome.kind === 'enough';
  const inOrder = { ...search, inOrder: true };
  const { collector, outcome, stderr } = isCut
    ? await searchFor(inOrder, (await engine.batches?.(inOrder)) ?? [search.paths])
    : first;
  if (outcome.kind === 'not_started') {
    if (NOT_INSTALLED.has(outcome.errno)) return outcome;
    return { kind: 'failed', why: `"${engine.name}" does not take it (${outcome.errno})`, exitCode: 2 };
  }
  if (outcome.kind === 'timeout') return outcome;
  if (outcome.kind === 'exited' && outcome.exitCode > 1) {
    const { matches, binaryFiles } = collector.collected();
    const found = matches.length > 0 || binaryFiles.length > 0;
    const incomplete = outcome.exitCode === 2 && (found || engine.onlyUnreadable(stderr, collector.finished));
    const why = stderr.trim().split('\n').slice(0, STDERR_LINES).join('\n');
    if (!incomplete) {
      return { kind: 'failed', why: why || `exit code ${outcome.exitCode}`, exitCode: outcome.exitCode };
    }
  }
  for (const path of collector.collected().unplaced.slice(0, MAX_UNPLACED)) {
    for (const { line, offset } of await offsetsIn(path)) {
      const text = await windowAt(path, offset);
      if (text !== undefined) collector.addWindow(path, line, text);
    }
  }
  return { kind: 'found', collected: collector.collected() };
}
