import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import { withoutColors } from '../structure/line-head.ts';
import { STAMPED } from '../structure/stamps.ts';
import { hasPlainWords } from './plain-words.ts';

const SAMPLE_LINES = 400;
const SAMPLE_UNITS = 240;

const DIFF = /^(diff --git a\/|Index: \S|--- \S.*|@@ -\d+(,\d+)? \+\d+(,\d+)? @@)/;
const HUNK = /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/;
const SEARCH = /^(?:[A-Za-z]:)?[^\s:][^:]{0,180}[:-]\d{1,7}[:-]/;
const EPOCH = /^[[(]?\d{10,13}\b/;
const LEVEL =
  /^\W{0,3}(TRACE|DEBUG|INFO|NOTICE|WARN(ING)?|ERROR|FATAL|CRITICAL|error|warning|info|debug)\b\W|\b(INFO|DEBUG|WARN|WARNING|ERROR|FATAL)\b[\]:| ]/;
const OUTCOME =
  /^\s*(ok|not ok|PASS|FAIL|PASSED|FAILED|\u2713|\u2717|\u2718|\u00d7|\u221a|--- (PASS|FAIL)|=== RUN|test .{1,160} \.\.\. |npm (ERR!|error|warn)|make(\[\d+\])?:|at \S+ \(|File "[^"]{1,200}", line \d|\w+(Error|Exception)(:|$)|Traceback \(most recent|panic: |thread '|error(\[E\d+\])?: |warning: |E {2,3})|(PASSED|FAILED|ERROR)(\s+\[ *\d+%\])?$|^\S+:\d+:\d+: (error|warning|note)|\bTS\d{4}: |^={3,} .{1,80} ={3,}$|^\s*(Tests?|Suites?|Test Files|Test Suites|Duration):?\s+\d/;
/** Distinctive fault reports: sanitizers, Perl, Ruby, linters, compilers, test runners, CMake. */
const REPORT =
  /^={2}\d+={2}\S|^ +#\d+ 0x[0-9a-f]+ |^SUMMARY: \w+|^(?:freed|previously allocated|allocated) by thread |^\S.{0,200} at \S+ line \d+\.?$|^\t\S+\(.{0,200}\) called at \S+ line \d+|^\S+\.rb:\d+:in |^\s+from \S+:\d+:in |^ +\d+:\d+ +(?:error|warning) |^\u2716 \d+ problems?|^\S+\.(?:java|kt|scala|cs|cc?|cpp|h|go|rs|swift)[:(]\d+[:),]|^\s+\^\s*$|^\s+(?:symbol|location): |^\d+ (?:errors?|warnings?)( generated\.)?$|^\[(?:INFO|ERROR|WARNING)\]|^Tests run: \d|^\d+\) \S+\(|^CMake (?:Error|Warning)|^-- (?:The |Detecting|Looking for|Performing|Found|Check|Configuring|Build files)|^[\w.$]+(?:Error|Exception|Failure)\b|^Caused by: /;
const CODE =
  /^\s*(import|from|export|const|let|var|function|class|def|fn|func|pub|use|impl|struct|enum|package|public|private|protected|static|void|int|return|if|else|for|while|switch|case|#include|#define|#ifn?def|async|await|type|interface|namespace|module|template|typedef|extern|mod|trait|try|catch|except|with|elif|end|begin|local|require|match)\b|[;{}]\s*$|=>|^\s*(\/\/|\/\*|#\s|@\w)|^\s+\*\s|\w\(.*\)[;:,]?\s*$|^\s*[\w.]+\s*(=|\+=|:=)\s|^\s*[)\]},]+\s*$|[\w)\]'"],\s*$/;
const SENTENCE =
  /^\s{0,3}(#{1,6} |[-*] |\d+[.)] |> )?["'(*_`[]*[A-Z0-9a-z\u00c0-\uffff][^{};=<>]*[\s\u3000-\u9fff][^{};=<>]*$/;

/** Columns, or a name with its value. */
const FIELDS = /\S(?: {2,}|\t+)\S.*\S(?: {2,}|\t+)\S|^\s*[\w()/-]+(?: [\w()/-]+){0,3} {2,}: ?\S/;

const COMMENT = /^\s*(\/\/|\/\*|\*\s|#|--\s)/;
const SETTING = /^\s*(- )?['"]?[\w@/.^~<>=()-]+['"]?:( .*[^,;{(]|)\s*$/;

const BY_NAME: Readonly<Record<string, TextKind>> = {
  json: 'json',
  md: 'prose',
  markdown: 'prose',
  rst: 'prose',
  csv: 'data',
  tsv: 'data',
  yaml: 'data',
  yml: 'data',
  toml: 'data',
  xml: 'data',
  svg: 'data',
  log: 'log',
  diff: 'diff',
  patch: 'diff',
  ts: 'source',
  tsx: 'source',
  js: 'source',
  jsx: 'source',
  mjs: 'source',
  cjs: 'source',
  py: 'source',
  go: 'source',
  rs: 'source',
  java: 'source',
  kt: 'source',
  c: 'source',
  h: 'source',
  cc: 'source',
  cpp: 'source',
  hpp: 'source',
  cs: 'source',
  rb: 'source',
  php: 'source',
  swift: 'source',
  scala: 'source',
  sh: 'source',
  bash: 'source',
  lua: 'source',
  sql: 'source',
  css: 'source',
  scss: 'source',
  vue: 'source',
  svelte: 'source',
  zig: 'source',
  ex: 'source',
  erl: 'source',
  hs: 'source',
  ml: 'source',
  dart: 'source',
  pl: 'source',
  r: 'source',
};

/**
 * Detects a text's kind from a sample of its head, middle and tail. `path` only settles what the text leaves open.
 * Without any sign, text that reads like sentences is `prose`, other text `data`.
 */
export function kindOf(lines: Lines, path?: string): TextKind {
  const hint = kindByName(extension(path));
  const sample = sampleOf(lines);
  const n = sample.length;
  if (n === 0) return hint ?? 'data';
  if (looksLikeDiff(sample)) return 'diff';
  if (looksLikeJson(lines, sample)) return 'json';

  let code = 0;
  let prose = 0;
  for (const line of sample) {
    if (hasPlainWords(line) && !COMMENT.test(line) && !/[;{]\s*$/.test(line)) prose++;
    else if (CODE.test(line)) code++;
    else if (SENTENCE.test(line) && !FIELDS.test(line)) prose++;
  }
  // Returns early, because most texts are code files and the checks below would double the cost.
  if (hint === 'source' && code >= n * 0.3) return 'source';

  let search = 0;
  let log = 0;
  let data = 0;
  let settings = 0;
  for (const line of sample) {
    if (SEARCH.test(line)) search++;
    if (STAMPED.test(line) || EPOCH.test(line) || LEVEL.test(line) || OUTCOME.test(line) || REPORT.test(line)) log++;
    if (SETTING.test(line)) settings++;
    if (fields(line) >= 3) data++;
  }
  if (search >= n * 0.8 && search * 2 > log && hint !== 'source' && sharesPaths(sample)) return 'search';
  if (
    hint === 'log' ||
    (log >= n * 0.3 && hint === undefined) ||
    (log >= 3 && log >= n * 0.1 && code < n * 0.5 && prose < n * 0.4 && hint === undefined)
  )
    return 'log';
  if (hint !== undefined && hint !== 'json' && hint !== 'diff') return hint;
  if (settings >= n * 0.7) return 'data';
  if (code >= n * 0.5 && prose < n * 0.5) return 'source';
  if (data >= n * 0.8 && evenFields(sample)) return 'data';
  if (prose >= n * 0.5) return 'prose';
  return log >= 2 && log >= n * 0.05 ? 'log' : 'data';
}

/** Returns the kind that a file extension stands for, if known. */
export function kindByName(extension: string): TextKind | undefined {
  return Object.hasOwn(BY_NAME, extension) ? BY_NAME[extension] : undefined;
}

/** Returns the extension of a path in lower case without its dot; empty if there is none. */
export function extension(path: string | undefined): string {
  if (path === undefined) return '';
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Samples non-blank lines, cut to a few hundred units: the whole head, then the rest at even steps. */
function sampleOf(lines: Lines): string[] {
  const out: string[] = [];
  const head = Math.min(lines.count, SAMPLE_LINES / 2);
  const step = Math.max(1, Math.floor((lines.count - head) / (SAMPLE_LINES / 2)));
  for (let i = 0; i < lines.count; i += i < head ? 1 : step) {
    const from = lines.starts[i] as number;
    const line = withoutColors(lines.text.slice(from, Math.min(lines.ends[i] as number, from + SAMPLE_UNITS)));
    if (line.trim() !== '') out.push(line);
  }
  return out;
}

function looksLikeDiff(sample: readonly string[]): boolean {
  let hunks = 0;
  let heads = 0;
  for (const line of sample) {
    if (HUNK.test(line)) hunks++;
    else if (DIFF.test(line)) heads++;
  }
  return (sample[0] as string).startsWith('diff --git ') || (hunks > 0 && heads > 0) || HUNK.test(sample[0] as string);
}

function looksLikeJson(lines: Lines, sample: readonly string[]): boolean {
  const { text } = lines;
  const first = (sample[0] as string).trimStart();
  const c = first.charCodeAt(0);
  if (c !== 123 && c !== 91) return false;
  const tail = text.slice(-64).trimEnd();
  const last = tail.charCodeAt(tail.length - 1);
  if (last !== 125 && last !== 93) return false;
  if (lines.count < 3) return /^[[{]\s*($|["{[\]}\-\dtfn])/.test(first);
  // JSON: pretty-printed, or one value a line.
  let fit = 0;
  for (const line of sample) if (/^\s*("|[[\]{}]|-?\d|true\b|false\b|null\b)/.test(line)) fit++;
  return fit >= sample.length * 0.95;
}

/** True if the lines look like search results: they repeat the same files, or each names a path with a dot or slash. */
function sharesPaths(sample: readonly string[]): boolean {
  let paths = 0;
  for (const line of sample) {
    const name = line.slice(0, line.search(/[:-]\d/));
    if (/[./\\]/.test(name) && !/[{};"'=]/.test(name) && !/^\d/.test(name)) paths++;
  }
  return paths >= sample.length * 0.7;
}

function fields(line: string): number {
  let n = 1;
  for (let i = 0; i < line.length; i++) {
    const c = line.charCodeAt(i);
    if (c === 44 || c === 9 || c === 124 || c === 59) n++;
  }
  return n;
}

function evenFields(sample: readonly string[]): boolean {
  const want = fields(sample[0] as string);
  let even = 0;
  for (const line of sample) if (line.length >= SAMPLE_UNITS || fields(line) === want) even++;
  return even >= sample.length * 0.8;
}
