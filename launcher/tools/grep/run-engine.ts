import { CappedBytes } from '../../process/capped-bytes.ts';
import { childEnvironment } from '../../process/child-environment.ts';
import { findExecutable } from '../../process/find-executable.ts';
import { firstOf } from '../../process/first-of.ts';
import { type ChildEdges, type ChildOutcome, runChild } from '../../process/run-child.ts';
import type { ToolContext } from '../tool.ts';
import { type Collected, collectMatches, type MatchCollector } from './collect-matches.ts';
import type { Command, Search, SearchEngine, SearchEvent } from './engine.ts';
import { failureReason } from './failure-reason.ts';
import { parseRecords } from './system-grep-records.ts';
import { windowAt } from './window-at.ts';

/** Room for the longest pattern, which ripgrep shows before it tells what is wrong with it. */
const STDERR_BYTES = 65_536;
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
 * is what comes last by its path: the search is run again in order, if the engine finds files in any.
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
  const run = (command: Command, enough: AbortSignal, onStdout: Sink, onStderr: Sink): Promise<ChildOutcome> => {
    const env = childEnvironment(context.env, engine.env(search));
    const { signal } = context;
    return runChild({ ...command, cwd, env, timeoutMs: timeLeft(), signal, enough, onStdout, onStderr }, edges);
  };
  /** The next command, within the time that is left: a tree may take long to list. */
  const nextOf = async (commands: AsyncIterator<Command>): Promise<Command | 'timeout' | undefined> => {
    const next = commands.next();
    const first = await firstOf(
      next.then(() => 0),
      { timeoutMs: timeLeft(), signal: context.signal },
      edges.timers,
    );
    if (first === 'aborted') throw context.signal.reason;
    return first === 'timeout' ? first : (await next).value;
  };
  const searchFor = async (one: Search): Promise<Run> => {
    const enough = new AbortController();
    const stop = new AbortController();
    const { root } = context;
    const collector = collectMatches({ root, ...limits, contextLines: search.contextLines }, () => enough.abort());
    const complaints = new CappedBytes(STDERR_BYTES);
    const runOne = async (command: Command): Promise<ChildOutcome> => {
      const parser = engine.parser(one, (event) => collector.add(event));
      const notices = engine.complaintParser((event) => collector.add(event));
      const onStderr = (chunk: Uint8Array): void => {
        complaints.push(chunk);
        notices.push(chunk);
      };
      const outcome = await run(command, enough.signal, (chunk) => parser.push(chunk), onStderr);
      notices.end();
      if (outcome.kind === 'exited') parser.end();
      return outcome;
    };
    const soFar = (outcome: ChildOutcome): Run => ({ collector, outcome, stderr: complaints.text() });

    if (engine.commands === undefined) return soFar(await runOne({ file, args: engine.args(one) }));
    let worst: ChildOutcome = { kind: 'exited', exitCode: 0 };
    try {
      const commands = engine.commands(one, file, stop.signal)[Symbol.asyncIterator]();
      for (let next = await nextOf(commands); next !== undefined; next = await nextOf(commands)) {
        const outcome: ChildOutcome = next === 'timeout' ? { kind: 'timeout' } : await runOne(next);
        if (outcome.kind !== 'exited' || isFailure(engine, soFar(outcome))) return soFar(outcome);
        if (outcome.exitCode > worst.exitCode) worst = outcome;
      }
    } finally {
      stop.abort();
    }
    return soFar(worst);
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
    const args = engine.offsetArgs(search, path.toString());
    await run({ file, args }, enough.signal, onStdout, () => {});
    return [...offsets].map(([line, offset]) => ({ line, offset }));
  };

  const first = await searchFor(search);
  const isCut = first.outcome.kind === 'enough' && engine.commands === undefined;
  const last = isCut ? await searchFor({ ...search, inOrder: true }) : first;
  const { collector, outcome, stderr } = last;
  if (outcome.kind === 'not_started') {
    if (NOT_INSTALLED.has(outcome.errno)) return outcome;
    return { kind: 'failed', why: `"${engine.name}" does not take it (${outcome.errno})`, exitCode: 2 };
  }
  if (outcome.kind === 'timeout') return outcome;
  if (outcome.kind === 'exited' && isFailure(engine, last)) {
    const why = failureReason(stderr, search.pattern);
    return { kind: 'failed', why: why || `exit code ${outcome.exitCode}`, exitCode: outcome.exitCode };
  }
  for (const path of collector.collected().unplaced.slice(0, MAX_UNPLACED)) {
    for (const { line, offset } of await offsetsIn(path)) {
      const text = await windowAt(path, offset);
      if (text !== undefined) collector.addWindow(path, line, text);
    }
  }
  return { kind: 'found', collected: collector.collected() };
}

/** True if an engine failed, other than for files that it could not read. */
function isFailure(engine: SearchEngine, { collector, outcome, stderr }: Run): boolean {
  if (outcome.kind !== 'exited' || outcome.exitCode <= 1) return false;
  if (outcome.exitCode !== 2) return true;
  const { matches, binaryFiles } = collector.collected();
  return matches.length === 0 && binaryFiles.length === 0 && !engine.onlyUnreadable(stderr, collector.finished);
}
