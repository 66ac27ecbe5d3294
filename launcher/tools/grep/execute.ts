import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isGap } from '../../../src/text/gap-marker.ts';
import { isNotice, UNMATCHED } from '../../../src/text/unmatched.ts';
import { realPathInside } from '../../platform/paths/real-path-inside.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import { type ChildEdges, systemEdges } from '../../platform/process/run-child.ts';
import { workingDirectory } from '../../platform/process/working-directory.ts';
import { BEGINNING_BYTES, otherEncoding, utf16Of } from '../../platform/text/text-encoding.ts';
import { OUTPUT_BYTES, TIMEOUT_MS } from '../common-arguments.ts';
import type { Prunable } from '../prunable.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import type { GrepArguments } from './arguments.ts';
import { asBasic, readingWarning } from './basic-pattern.ts';
import { offsetOfText } from './character-column.ts';
import { parseComplaints } from './complaints.ts';
import type { Search, SearchEngine } from './engine.ts';
import type { Collected } from './match-collector.ts';
import { nearMatches } from './near-matches.ts';
import type { GrepErrorCode, GrepMatch, GrepResult } from './result.ts';
import { ripgrep } from './ripgrep.ts';
import { beginningOf, runEngine, type Searched } from './run-engine.ts';
import { parseRecords } from './system-grep-records.ts';

const WITH_COLUMN = /^(.+?):(\d+):(\d+):(.*)$/s;
const WITHOUT_COLUMN = /^(.+?):(\d+):(.*)$/s;

const inOneLine = (path: string): string => path.replaceAll('\n', '\\n').replaceAll('\r', '\\r');

function rendered({ path, line, column, text }: GrepMatch): string {
  return `${inOneLine(path)}:${line}:${column === null ? '' : `${column}:`}${text}`;
}

/** Parses a line that does not equal any of ours, because a remote pruner may have rewritten it. */
function parsed(shown: string, hasColumns: boolean): GrepMatch | undefined {
  const columned = hasColumns ? WITH_COLUMN.exec(shown) : null;
  if (columned) {
    return { path: columned[1] ?? '', line: Number(columned[2]), column: Number(columned[3]), text: columned[4] ?? '' };
  }
  const plain = WITHOUT_COLUMN.exec(shown);
  return plain ? { path: plain[1] ?? '', line: Number(plain[2]), column: null, text: plain[3] ?? '' } : undefined;
}

function readBack(pruned: string, ours: readonly GrepMatch[]): readonly GrepMatch[] | undefined {
  const lines = ours.map(rendered);
  const hasColumns = ours.some(({ column }) => column !== null);
  const kept: GrepMatch[] = [];
  let next = 0;
  for (const shown of pruned.replace(/\n$/, '').split('\n')) {
    if (shown === '' && pruned.trim() === '') continue;
    if (isGap(shown) || isNotice(shown)) continue;
    const at = lines.indexOf(shown, next);
    const match = at < 0 ? parsed(shown, hasColumns) : ours[at];
    if (match === undefined) return undefined;
    if (at >= 0) next = at + 1;
    kept.push(match);
  }
  return kept;
}

/** True if the text is an outline, whose last line says that no line matches the question. */
function isUnmatchedText(pruned: string): boolean {
  return pruned === UNMATCHED || pruned.trimEnd().endsWith(`\n${UNMATCHED}`);
}

/** Makes matches prunable as `path:line:column:text` lines. The pruned lines are parsed back into matches. */
export function prunableMatches(result: GrepResult, contextLines: number): Prunable<GrepResult> {
  return {
    text: result.matches.map(rendered).join('\n'),
    kind: 'search',
    apply: (pruned) => {
      const matches = readBack(pruned, result.matches);
      if (matches === undefined) return undefined;
      const context = result.context && { context: nearMatches(result.context, matches, contextLines) };
      const leftOut = result.matches.length - matches.length;
      const unmatched = isUnmatchedText(pruned) && ({ question_unmatched: true } as const);
      const note = leftOut > 0 ? { matches_left_out: leftOut, ...unmatched } : {};
      return { ...result, matches, match_count: matches.length, ...context, ...note };
    },
  };
}

/** Min bytes of a line to hold, so that a long line is recognized as long. */
const HELD_BYTES = 16_384;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Parts of a pattern that `grep -E` may read differently from ripgrep. */
const PARTS = /\\.?|\[\^?\]?[^\]]*|\(\?|[*+?}]\?|\n/gs;
/** Parts that it reads in the same way: an escaped sign, a class of GNU's, and a bracket expression without escapes. */
const SAME = /^(?:\\[^A-Za-z0-9]|\\[bBsSwW]|\[[^\\]*)$/s;

/** Runs the system's grep, which searches hidden files, files that .gitignore names, and links inside the root. */
export const systemGrep: SearchEngine = {
  name: 'grep',
  followsLinks: true,
  // A search for something else would look like a search without matches.
  refuses: ({ pattern, fixedString }) => {
    const other = fixedString ? undefined : pattern.match(PARTS)?.find((part) => !SAME.test(part));
    if (other === undefined) return undefined;
    const what = other === '\n' ? 'a line break' : `"${other}"`;
    return `grep does not support ${what}, and there is no ripgrep (rg) on PATH: rewrite the pattern, or use fixed_string`;
  },
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths }) => [
    ...['-R', '-n', '-H', fixedString ? '-F' : '-E', ...(caseSensitive ? [] : ['-i'])],
    '--null', // A path ends with NUL, because it may contain colons and newlines.
    ...['-D', 'skip'], // Reading a FIFO would never end.
    ...(contextLines > 0 ? ['-C', String(contextLines)] : []),
    ...['-m', String(matchesPerFile)],
    ...['-e', pattern], // A pattern may start with a dash.
    ...['--', ...paths],
  ],
  offsetArgs: ({ pattern, fixedString, caseSensitive }, path) => [
    ...['-o', '-b', '-n', '-H', '--null', fixedString ? '-F' : '-E'],
    ...(caseSensitive ? [] : ['-i']),
    ...['-e', pattern, '--', path],
  ],
  // In the C locale every byte is a character, so a text with a few invalid UTF-8 bytes still counts as text. The
  // locale also makes messages English. Only a pattern with non-ASCII characters needs UTF-8, and then such texts count
  // as binary.
  env: ({ pattern }) => ({ LC_ALL: NOT_ASCII.test(pattern) ? 'C.UTF-8' : 'C' }),
  parser: ({ pattern, fixedString, caseSensitive, textBytes }, emit) =>
    parseRecords(Math.max(textBytes, HELD_BYTES), emit, (text) => {
      const at = fixedString ? offsetOfText(text, pattern, caseSensitive) : -1;
      return at < 0 ? undefined : at;
    }),
  complaintParser: parseComplaints,
  // Messages about files start with an absolute path; those about the pattern or the options do not.
  onlyUnreadable: (stderr) => /^\S*grep: \//.test(stderr),
};

type SearchPaths =
  | { readonly ok: true; readonly absolute: readonly string[]; readonly relative: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the absolute path of `given`, or why it cannot be searched. Links in the path are kept, so that names appear
 * as requested.
 */
async function searchable(
  root: string,
  folder: string,
  given: string,
): Promise<{ why: string } | { absolute: string }> {
  const absolute = resolveInside(root, path.resolve(folder, given));
  if (absolute === undefined) return { why: 'leaves the root; use a path inside it' };
  const real = await realPathInside(root, absolute);
  if (!real.ok) {
    if (real.reason === 'outside') return { why: 'leaves the root by a link; use a path inside it' };
    if (real.reason === 'missing') return { why: 'does not exist; it must be a file or directory inside the root' };
    return { why: `cannot be reached (${real.errno})` };
  }
  const found = await stat(real.path).catch(() => undefined);
  if (!found?.isFile() && !found?.isDirectory()) return { why: 'is neither a file nor a directory' };
  return { absolute };
}

/** Resolves a call's paths against `folder`. Without paths, `cwd` is searched. */
async function searchPaths(
  root: string,
  { paths, path: one, cwd }: GrepArguments,
  folder: string = root,
): Promise<SearchPaths> {
  const asked = paths ?? [one ?? cwd ?? '.'];
  const looked = await Promise.all(
    asked.map(async (given) => ({ given, found: await searchable(root, folder, given) })),
  );
  const absolute = new Set<string>();
  for (const { given, found } of looked) {
    if ('why' in found) return { ok: false, message: `path "${given}" ${found.why}` };
    absolute.add(found.absolute);
  }
  return { ok: true, absolute: [...absolute], relative: [...absolute].map((at) => path.relative(folder, at) || '.') };
}

export interface GrepEdges extends ChildEdges {
  /** Engines in order of preference. The next one is the fallback if one is not installed. */
  readonly engines: readonly SearchEngine[];
}

/** Returns the encoding of the only file to search, so that the pattern is found in it; undefined for UTF-8. */
async function encodingOfOne([only = '', ...others]: readonly string[]): Promise<string | undefined> {
  if (others.length > 0 || !(await stat(only).catch(() => undefined))?.isFile()) return undefined;
  const bytes = await beginningOf(only);
  // Engines know UTF-16 by its mark.
  const isCut = bytes.length === BEGINNING_BYTES;
  return utf16Of(bytes) === undefined ? (await otherEncoding(bytes, { isCut }))?.name : undefined;
}

type GrepOutcome = ToolOutcome<GrepResult, GrepErrorCode>;

function failed(code: GrepErrorCode, message: string, exitCode?: number): GrepOutcome {
  return { ok: false, error: { code, message, ...(exitCode === undefined ? {} : { exit_code: exitCode }) } };
}

function notStarted({ engines }: GrepEdges, errno: string): GrepOutcome {
  const names = engines.map(({ name }) => `"${name}"`).join(' or ');
  return failed('spawn_error', `${names} could not be started (${errno}); one of them must be on PATH`);
}

/** Runs the first engine that can be started. */
async function runFirst({ engines }: GrepEdges, run: (engine: SearchEngine) => Promise<Searched>): Promise<Searched> {
  let searched: Searched = { kind: 'not_started', errno: 'ENOENT' };
  for (const engine of engines) {
    searched = await run(engine);
    if (searched.kind !== 'not_started') break;
  }
  return searched;
}

/** Searches files. When aborted, throws the signal's reason after the engine is dead. */
export async function executeGrep(
  args: GrepArguments,
  context: ToolContext,
  edges: GrepEdges = { ...systemEdges, engines: [ripgrep, systemGrep] },
): Promise<GrepOutcome> {
  const began = edges.timers.now();
  const directory = await workingDirectory(context.root, args.cwd, context.folder);
  if (!directory.ok) return failed('invalid_path', directory.message);
  const where = await searchPaths(context.root, args, context.folder);
  if (!where.ok) return failed('invalid_path', where.message);
  const maxBytes = args.max_output_bytes ?? OUTPUT_BYTES.max;
  const search: Search = {
    pattern: args.pattern,
    fixedString: args.fixed_string,
    caseSensitive: args.case_sensitive,
    contextLines: args.context_lines,
    // Ask for one more than wanted, to learn whether there are more.
    matchesPerFile: args.max_matches + 1,
    paths: where.absolute,
    textBytes: maxBytes,
    encoding: await encodingOfOne(where.absolute),
  };
  const limits = { maxMatches: args.max_matches, maxBytes };

  const run = (pattern: string, timeoutMs = args.timeout_ms): Promise<Searched> =>
    runFirst(edges, (engine) =>
      runEngine(engine, { ...search, pattern }, { ...limits, timeoutMs }, directory.path, context, edges),
    );
  const timeLeft = (): number => Math.max(1, args.timeout_ms - (edges.timers.now() - began));
  const basic = args.fixed_string ? undefined : asBasic(args.pattern);
  const searched = await run(args.pattern);
  switch (searched.kind) {
    case 'not_started':
      return notStarted(edges, searched.errno);
    case 'failed': {
      const meant = basic === undefined ? '' : `; as grep without -E reads it, it is ${JSON.stringify(basic)} here`;
      const message = `search for ${JSON.stringify(args.pattern)} failed: ${searched.why}${meant}`;
      return failed('rg_error', message, searched.exitCode);
    }
    case 'timeout': {
      const message = `search for ${JSON.stringify(args.pattern)} did not end within ${args.timeout_ms} ms; timeout_ms may be ${TIMEOUT_MS.min} to ${TIMEOUT_MS.max}`;
      return { ok: false, error: { code: 'timeout', message }, timeoutMs: args.timeout_ms };
    }
    case 'found': {
      const result = toResult(args, where.relative, searched.collected, edges.timers.now() - began);
      const isOdd = basic !== undefined && result.match_count === 0;
      const warning = isOdd ? readingWarning(args.pattern, basic, await run(basic, timeLeft())) : undefined;
      return {
        ok: true,
        result,
        prunable: prunableMatches(result, args.context_lines),
        ...(warning && { warnings: [warning] }),
      };
    }
  }
}

function toResult(args: GrepArguments, paths: readonly string[], found: Collected, durationMs: number): GrepResult {
  const { matches, context, truncated, binaryFiles, binaryFilesLeftOut, unreadable } = found;
  return {
    tool: 'grep',
    pattern: args.pattern,
    paths,
    matches,
    match_count: matches.length,
    truncated,
    duration_ms: Math.round(durationMs),
    ...(args.context_lines > 0 ? { context } : {}),
    ...(binaryFiles.length > 0 ? { binary_files: binaryFiles } : {}),
    ...(binaryFilesLeftOut > 0 ? { binary_files_left_out: binaryFilesLeftOut } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
  };
}
