import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import type { TextKind } from '../../pruner.ts';
import { toRuns } from '../../structure/blocks.ts';
import { byIndent, byMarkdownHeading, underHeadings } from '../../structure/headers.ts';
import { lineHead } from '../../structure/line-head.ts';
import { CONSTANTS } from '../../structure/marks/printed-marks.ts';
import { HTTP_HEADERS } from '../../structure/marks/run-marks.ts';
import type { HeadersOf, Policy, RecordsOf } from '../../structure/policy.ts';
import { byParagraph, eachLine, events, startingAt } from '../../structure/records.ts';
import { statements } from '../../structure/statements.ts';
import { DIAGNOSTICS, INSTALLS } from './builds.ts';
import { GIT, HUNKS } from './git.ts';
import { LISTINGS, TREES } from './listings.ts';
import { CALLS, LOGS, SLOW_QUERIES } from './logs.ts';
import { PLANS } from './plans.ts';
import { STRUCTURED } from './structured.ts';
import { ASSIGNMENTS, COLUMNS, QUERY_PLAN, TABLES, TITLED_CSV } from './tables.ts';
import { CRASHES, TEST_RUNS } from './test-runs.ts';

/** Cost of looking at line ends, as a share of the cost of counting tokens. */
const SHARE = 0.05;

interface Brackets {
  /** The line whose bracket encloses each line, or -1. */
  readonly parents: Int32Array;
  /** The line that closes the bracket of a line; the line itself if it opens none. */
  readonly ends: Int32Array;
}

/** Reads pretty-printed JSON. A line opens with its last character and closes with its first. */
function* brackets(lines: Lines): CooperativeTask<Brackets> {
  const { text, starts, ends: lineEnds, count } = lines;
  const parents = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count);
  const open: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      ends[i] = i;
      let at = starts[i] as number;
      let end = lineEnds[i] as number;
      while (at < end && text.charCodeAt(at) <= 32) at++;
      while (end > at && text.charCodeAt(end - 1) <= 32) end--;
      if (at >= end) continue;
      const first = text.charCodeAt(at);
      const last = text.charCodeAt(end - 1);
      // `}` and `]`, then `{` and `[`.
      if (first === 125 || first === 93) {
        const opener = open.pop();
        if (opener !== undefined) ends[opener] = i;
      }
      parents[i] = open.at(-1) ?? -1;
      if (last === 123 || last === 91) open.push(i);
    }
  });
  for (const i of open) ends[i] = count - 1;
  return { parents, ends };
}

/** Returns the key or bracket that encloses each line of JSON. */
function* byBracket(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  return (yield* brackets(lines)).parents;
}

/** Makes the outermost values of at most `maxLines` lines records: items of a list, entries of a map. */
function itemsOf(maxLines: number): RecordsOf {
  return function* (lines) {
    const { ends } = yield* brackets(lines);
    const cuts = new Uint8Array(lines.count + 1);
    for (let i = 0; i < lines.count; i++) {
      cuts[i] = 1;
      const end = ends[i] as number;
      if (end - i < maxLines) i = Math.max(i, end);
    }
    return toRuns(cuts, lines.count);
  };
}

/** Documents written for people. */
const DOCUMENTS: readonly Policy[] = [
  {
    name: 'man page',
    kind: 'prose',
    signs: { first: /^[A-Z][\w.:+-]*\(\d\w*\)\s.*\(\d\w*\)$|^NAME$/ },
    records: byParagraph,
    headers: underHeadings(/^[A-Z][A-Z ,-]+$/, /^ {2,4}[A-Z].{0,60}[^.,;]$/),
  },
  {
    name: 'help',
    kind: 'prose',
    signs: {
      any: /^(?:usage|Usage|USAGE)(?:: |:?$)/,
      share: [/^\s+-{1,2}[\w?]|^\s{2,}\S|^\S.{0,60}:$|^(?:usage|Usage|USAGE)\b/, 0.6],
    },
    records: startingAt(/^\s{0,12}-{1,2}[\w?]|^ {1,6}\S|^\S/),
    headers: underHeadings(/^\S/),
    evidence: { lines: /^(?:usage|Usage|USAGE): / },
  },
  {
    name: 'xml',
    kind: 'data',
    signs: { first: /^\s*<\?xml|^\s*<\w[\w:-]*(?: [^>]*)?>$/, share: [/^\s*<|>\s*$/, 0.8], extensions: ['xml', 'svg'] },
    headers: byIndent,
    named: true,
    rows: 'elements',
    marks: [{ asked: /\bskip|\bignor|\bleft out\b|\bnot (?:be(?:en)? )?run\b/i, line: /<skipped\b/ }],
    // Sums of test reports.
    evidence: { lines: /^\s*<(?:Counters|testsuites|assemblies) / },
  },
  {
    name: 'markdown',
    kind: 'prose',
    signs: {
      share: [
        /^ {0,3}#{1,6} \S|^\s{0,4}[-*+] |^\s*\d+[.)] |^\S.*[\s\u3000-\u9fff]\S|^```|^\||^ {2,}\S|^>|^[=-]{3,}$|^\S+$/,
        0.9,
      ],
      any: /^#{2,6} [\p{L}\d[`"]/u,
      never:
        /[;{]$|^#include|^#!|^\s*(?:def|class|import|from|function|const|return|if|for)\b.*[:({]?$|^(?:[-+]{3} |@@ |diff --git)|^\S+:\d+:/,
      extensions: ['md', 'markdown', 'rst'],
    },
    headers: byMarkdownHeading,
  },
];

const REQUEST = /^(?:> ?)?[A-Z]{3,10} \S+ HTTP\/\d/;
const STATUS = /^\s*(?:< ?)?HTTP\/\d[\d.]* \d{3}\b/;
/** Matches the reason why a request failed: curl's final error, or a note about the connection. */
const OUTCOME = /^curl: \(\d+\)|^\* .{0,200}\b(?:failed|refused|error|timed out|unable to)\b/i;

/** Matches curl's notes about the connection, which stand between the lines sent and received. */
const NOTE = /^(?:\* |[{}] \[)/;

/** Returns the status above each header, and the request above each status. */
function* byExchange(lines: Parameters<HeadersOf>[0], shape: Parameters<HeadersOf>[1]): ReturnType<HeadersOf> {
  const headers = yield* underHeadings(REQUEST, STATUS)(lines, shape);
  yield lines.count;
  return headers.map((header, i) => (NOTE.test(lineHead(lines, i, 4)) ? -1 : header));
}

const TRACE: Omit<Policy, 'name' | 'signs'> = {
  kind: 'log',
  records: eachLine,
  headers: byExchange,
  evidence: { complaints: true, lines: new RegExp([REQUEST, STATUS, OUTCOME].map(({ source }) => source).join('|')) },
  marks: HTTP_HEADERS,
};

/** Requests and answers, header by header. A header is shown with the status and the request that it belongs to. */
const HTTP: readonly Policy[] = [
  {
    ...TRACE,
    name: 'http trace',
    signs: { share: [/^(?:\* |[<>](?: |\s*$)|[{}] \[\d+ bytes)/, 0.3], any: /^> [A-Z]+ \S+ HTTP\/\d|^< HTTP\/\d/ },
  },
  {
    ...TRACE,
    name: 'http headers',
    signs: { any: STATUS, share: [/^\s*(?:HTTP\/\d|[A-Za-z][\w-]*: ?\S|[A-Z]+ \S+ HTTP\/)/, 0.6] },
  },
];

const TESTS = /(?:^|[/\\._-])(?:tests?|specs?|__tests__|fixtures?|testdata|mocks?|examples?)(?:[/\\._-]|$)/i;
const PLACE = /^((?:[A-Za-z]:)?[^\s:][^:]{0,180}?)[:-]\d{1,7}[:-](?:\d{1,5}[:-])?/;
const DEFINES =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|readonly|declare|local|override)\s+)*(?:(?:def|function|fn|func|fun|class|struct|enum|interface|trait|type|const|let|var|val|macro_rules!|module|#define|#\[default\])\b|['"]?[\w.$-]+['"]?\s*(?::\s*[\w<>[\]|, ]+)?\s*(?:=(?![=>])|:=|:\s|\?=))/;

/** Weight of a match that defines nothing, and the factor for a match in a test. */
const USE = 0.7;
const TEST = 0.5;

/** Weighs a match: a definition counts more than a use, and a match in a test counts less. */
function searchPrior(line: string): number {
  const place = PLACE.exec(line);
  if (place === null) return USE;
  const weight = DEFINES.test(line.slice(place[0].length)) ? 1 : USE;
  return TESTS.test(place[1] as string) ? weight * TEST : weight;
}

/** Output of `grep -n` and the like. A record is a line. */
const SEARCH: Policy = {
  name: 'search',
  kind: 'search',
  signs: {},
  records: eachLine,
  prior: searchPrior,
  evidence: { complaints: true },
  rows: 'list',
};

/** Every kind of output with signs of its own, in the order they are tried. */
export const POLICIES: readonly Policy[] = [
  ...PLANS,
  ...GIT,
  ...HTTP,
  ...TREES,
  ...TEST_RUNS,
  ...CRASHES,
  ...DIAGNOSTICS,
  ...INSTALLS,
  TITLED_CSV,
  CALLS,
  QUERY_PLAN,
  SLOW_QUERIES,
  ...LOGS,
  ...TABLES,
  ...LISTINGS,
  ...STRUCTURED,
  ...DOCUMENTS,
  ASSIGNMENTS,
  COLUMNS,
];

/** Default policies, used if only the kind of a text is known. */
export const BY_KIND: Readonly<Record<TextKind, Policy>> = {
  source: {
    ...{ name: 'source', kind: 'source', signs: {}, records: statements, scoredBy: 'blocks', headers: byIndent },
    marks: CONSTANTS,
  },
  diff: { name: 'diff', kind: 'diff', signs: {}, ...HUNKS },
  json: { name: 'json', kind: 'json', signs: {}, records: itemsOf(30), headers: byBracket, named: true, rows: 'list' },
  data: { name: 'data', kind: 'data', signs: {}, headers: byIndent, evidence: { complaints: true } },
  prose: { name: 'prose', kind: 'prose', signs: {}, headers: byMarkdownHeading },
  search: SEARCH,
  log: { name: 'output', kind: 'log', signs: {}, records: events, evidence: { errors: true, states: true } },
};
