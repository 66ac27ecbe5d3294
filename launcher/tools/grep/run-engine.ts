import { realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CappedBytes } from '../../platform/process/capped-bytes.ts';
import { childEnvironment } from '../../platform/process/child-environment.ts';
import { findExecutable } from '../../platform/process/find-executable.ts';
import { type ChildEdges, type ChildOutcome, runChild } from '../../platform/process/run-child.ts';
import { BEGINNING_BYTES, otherEncoding } from '../../platform/text/text-encoding.ts';
import type { ToolContext } from '../tool.ts';
import type { Search, SearchEngine, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';
import { type Collected, MatchCollector } from './match-collector.ts';
import { parseRecords } from './system-grep-records.ts';

const MAX_LINES = 5;
const PROGRAM = /^\S*(?:rg|grep)(?:\.exe)?: /;
/** Line that ripgrep prints before and after a multiline pattern. */
const RULE = /^~{10,}$/;
/** Group into which ripgrep wraps the pattern since version 14. Error messages show it. */
const OPENING = '(?:';
const INDENT = 4;

/**
 * Returns an engine's reason for a failure, and its position in the pattern. Drops ripgrep's advice on options, which
 * this tool does not have.
 */
export function failureReason(stderr: string, pattern: string): string {
  const [first = '', ...others] = stderr.trim().split('\n');
  const heading = first.replace(PROGRAM, '');
  if (heading === 'regex parse error:') {
    const rule = others.findLastIndex((line) => RULE.test(line));
    const [shown = '', marks = ''] = others;
    const told = paragraph(others.slice(rule < 0 ? 2 : rule + 1)).replace(/^error: /, '');
    if (told !== '') return told + (rule < 0 ? place(shown, marks, pattern) : '');
  }
  return paragraph([heading, ...others]);
}

/** Returns the lines before the first empty one, without duplicates. */
function paragraph(lines: readonly string[]): string {
  const end = lines.indexOf('');
  const told = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(PROGRAM, ''));
  return [...new Set(told)].slice(0, MAX_LINES).join('\n');
}

/** Describes the part of the pattern that the `^^` below it marks; empty if they mark ripgrep's own group. */
function place(shown: string, marks: string, pattern: string): string {
  const found = /\^+/.exec(marks);
  const inGroup = shown.slice(INDENT + OPENING.length).startsWith(pattern);
  const own = shown.slice(INDENT) === pattern ? 0 : OPENING.length;
  // The engine received a translated pattern, so the positions do not apply.
  if (own > 0 && !inGroup) return '';
  const from = (found?.index ?? 0) - INDENT - own;
  const marked = [...pattern].slice(from, from + (found?.[0].length ?? 0)).join('');
  return found === null || from < 0 || marked === '' ? '' : ` at character ${from + 1}: ${JSON.stringify(marked)}`;
}

/** Bytes to show of a long line, before a match and from it on. */
const BEFORE = 200;
const FROM = 800;

/** Returns the text around byte `offset` of a file, within its line; undefined if the file can no longer be read. */
async function windowAt(path: Buffer, offset: number): Promise<string | undefined> {
  const start = Math.max(0, offset - BEFORE);
  const bytes = Buffer.alloc(offset - start + FROM);
  try {
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      const end = bytes.indexOf(10, offset - start);
      const from = bytes.lastIndexOf(10, Math.max(0, offset - start - 1)) + 1;
      const line = bytes.subarray(from, end < 0 || end > bytesRead ? bytesRead : end).toString();
      const text = withoutTerminator(line);
      // Drop characters that the window cuts in two at either end.
      return text.replaceAll(/^\ufffd{1,3}|\ufffd{1,3}$/g, '');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Large enough for the longest pattern, which ripgrep prints before its error message. */
const STDERR_BYTES = 65_536;
/** Max files whose lines are decoded from another encoding. */
const MAX_NOT_UTF8 = 100;
/** Max files with long lines to search again for the positions of their matches. */
const MAX_UNPLACED = 20;
/** Max bytes of a record that reports an offset, and of all such records of one file. */
const OFFSET_BYTES = 64;
const MAX_OFFSETS_BYTES = 4 * 1024 * 1024;
/** Errors that mean the program is missing or not executable, so that the next engine is tried. */
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
  /** Offset in bytes from the start of the file. */
  readonly offset: number;
}

interface Run {
  readonly collector: MatchCollector;
  readonly outcome: ChildOutcome;
  readonly stderr: string;
}

/**
 * Runs one engine, parses its output as it arrives, and stops it once a limit is exceeded. The matches that are left
 * out must be the last ones by path. Therefore ripgrep, which does not search in path order, runs again in order.
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

  const runner = new EngineRunner(engine, file, limits, cwd, context, edges);
  const first = await runner.search(search);
  const isCut = first.outcome.kind === 'enough' && engine.followsLinks !== true;
  const last = isCut ? await runner.search({ ...search, inOrder: true }) : first;
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
  // Offsets of decoded text are not those of the file.
  const unplaced = search.encoding === undefined ? collector.collected().unplaced : [];
  for (const path of unplaced.slice(0, MAX_UNPLACED)) {
    for (const { line, offset } of await runner.offsetsIn(path, search)) {
      const text = await windowAt(path, offset);
      if (text !== undefined) collector.addWindow(path, line, text);
    }
  }
  for (const { path, bytes } of collector.notUtf8().slice(0, MAX_NOT_UTF8)) {
    const encoding = await otherEncoding(bytes, { more: () => beginningOf(path) });
    if (encoding?.name !== undefined) collector.decode(path, encoding.name);
  }
  return { kind: 'found', collected: collector.collected() };
}

/** Returns the first bytes of a file, which tell its encoding; none if it cannot be read. */
export async function beginningOf(path: Buffer | string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** Runs an engine several times within one shared time limit. */
class EngineRunner {
  readonly #engine: SearchEngine;
  readonly #file: string;
  readonly #limits: SearchLimits;
  readonly #cwd: string;
  readonly #context: ToolContext;
  readonly #edges: ChildEdges;
  readonly #began: number;
  #runs = 0;

  constructor(
    engine: SearchEngine,
    file: string,
    limits: SearchLimits,
    cwd: string,
    context: ToolContext,
    edges: ChildEdges,
  ) {
    this.#engine = engine;
    this.#file = file;
    this.#limits = limits;
    this.#cwd = cwd;
    this.#context = context;
    this.#edges = edges;
    this.#began = edges.timers.now();
  }

  async search(search: Search): Promise<Run> {
    const enough = new AbortController();
    const { root, folder = root } = this.#context;
    const collected = { folder, ...this.#limits, contextLines: search.contextLines };
    const collector = new MatchCollector(collected, () => enough.abort());
    const complaints = new CappedBytes(STDERR_BYTES);
    const isInside = this.#engine.followsLinks === true ? insideOf(root) : () => true;
    const add = (event: SearchEvent): void => {
      if (event.kind === 'finished' || event.path === undefined || isInside(event.path)) collector.add(event);
    };
    const parser = this.#engine.parser(search, add);
    const notices = this.#engine.complaintParser(add);
    const onStderr = (chunk: Uint8Array): void => {
      complaints.push(chunk);
      notices.push(chunk);
    };
    const args = this.#engine.args(search);
    const outcome = await this.#run(args, search, enough.signal, (chunk) => parser.push(chunk), onStderr);
    notices.end();
    if (outcome.kind === 'exited') parser.end();
    return { collector, outcome, stderr: complaints.text() };
  }

  /** Finds the offset of the first match in each matching line of a file. */
  async offsetsIn(path: Buffer, search: Search): Promise<readonly Offset[]> {
    const enough = new AbortController();
    const offsets = new Map<number, number>();
    let bytes = 0;
    const onRecord = (event: SearchEvent): void => {
      if (event.kind !== 'line' || offsets.has(event.line) || offsets.size > this.#limits.maxMatches) return;
      offsets.set(event.line, Number.parseInt(event.text, 10));
    };
    const records = parseRecords(OFFSET_BYTES, onRecord, () => undefined);
    const onStdout = (chunk: Uint8Array): void => {
      records.push(chunk);
      bytes += chunk.length;
      // A line may contain a million matches.
      if (bytes > MAX_OFFSETS_BYTES) enough.abort();
    };
    const args = this.#engine.offsetArgs(search, path.toString());
    await this.#run(args, search, enough.signal, onStdout, () => {});
    return [...offsets].map(([line, offset]) => ({ line, offset }));
  }

  #run(
    args: readonly string[],
    search: Search,
    enough: AbortSignal,
    onStdout: Sink,
    onStderr: Sink,
  ): Promise<ChildOutcome> {
    const file = this.#file;
    const env = childEnvironment(this.#context.env, this.#engine.env(search));
    const { signal } = this.#context;
    const timeoutMs = this.#timeLeft();
    return runChild({ file, args, cwd: this.#cwd, env, timeoutMs, signal, enough, onStdout, onStderr }, this.#edges);
  }

  /** Returns the time limit for the next run. The first run gets all of the time, later runs the time that is left. */
  #timeLeft(): number {
    const { timeoutMs } = this.#limits;
    return this.#runs++ === 0 ? timeoutMs : Math.max(1, timeoutMs - (this.#edges.timers.now() - this.#began));
  }
}

/** Returns a check of whether a file is inside the root once its links are resolved. */
function insideOf(root: string): (file: Buffer) => boolean {
  const real = (file: string | Buffer): string => realpathSync(file, 'buffer').toString('latin1');
  const within = `${real(root)}/`.replace('//', '/');
  const known = new Map<string, boolean>();
  return (file) => {
    const key = file.toString('latin1');
    if (!known.has(key)) known.set(key, isInside());
    return known.get(key) === true;

    function isInside(): boolean {
      try {
        return `${real(file)}/`.startsWith(within);
      } catch {
        // The file cannot be read, which the engine reports.
        return true;
      }
    }
  };
}

/** True if an engine failed for a reason other than unreadable files. */
function isFailure(engine: SearchEngine, { collector, outcome, stderr }: Run): boolean {
  if (outcome.kind !== 'exited' || outcome.exitCode <= 1) return false;
  if (outcome.exitCode !== 2) return true;
  const { matches, binaryFiles } = collector.collected();
  return matches.length === 0 && binaryFiles.length === 0 && !engine.onlyUnreadable(stderr, collector.finished);
}
