import { byIndent, columnTitles } from '../../structure/headers.ts';
import { keyedRecords } from '../../structure/keyed-records.ts';
import { EMPTY_CELLS, LICENCES, LISTS_COMPARED } from '../../structure/marks/listing-marks.ts';
import { PROBLEMS } from '../../structure/marks/run-marks.ts';
import type { Policy } from '../../structure/policy.ts';
import { eachLine, startingAt } from '../../structure/records.ts';

/** Marks for programs that have no policy of their own. */
const SIGNS = [...LISTS_COMPARED, ...PROBLEMS];

/** A row with one consistent delimiter and optionally quoted cells. */
const CSV_ROW = /^(?:"[^"]*"|[^,;\t"]*)(?:([,;\t])(?:"[^"]*"|[^,;\t"]*))(?:\1(?:"[^"]*"|[^,;\t"]*))+$/;

const CSV: Pick<Policy, 'kind' | 'records' | 'headers' | 'marks' | 'rows'> = {
  kind: 'data',
  records: eachLine,
  headers: columnTitles,
  marks: [...EMPTY_CELLS, ...LICENCES],
  rows: 'list',
};

/** Rows under titles without spaces. A time in the first column does not make them a log. */
export const TITLED_CSV: Policy = {
  ...CSV,
  name: 'csv',
  signs: {
    first: /^"?[A-Za-z_][\w.%()/-]*"?(?:([,;\t])"?[A-Za-z_][\w.%()/-]*"?)(?:\1"?[A-Za-z_][\w.%()/-]*"?)+$/,
    share: [CSV_ROW, 0.9],
    never: /[{}()]$/,
  },
};

/** Tables of databases, CSV, and drawn tables. */
export const TABLES: readonly Policy[] = [
  {
    name: 'keyed records',
    kind: 'data',
    signs: {
      first: /^\*{3,} \d+\. row \*{3,}$|^-\[ RECORD \d+ \]|^ *\w+ = |^ *[A-Z][\w-]* *: \S|^processor\s*: \d/,
      share: [/^ *[\p{L}_][\p{L}\d_ .()/-]{0,40}\s*[=:|](?:\s|$)|^\s+\S|^\*{3,} \d+\. row|^-\[ RECORD \d+/u, 0.6],
      repeats: 3,
      never: /[{};]$/,
    },
    records: keyedRecords,
    rows: 'list',
    keyed: true,
  },
  {
    name: 'query result',
    kind: 'data',
    signs: {
      any: /^[\s|]*[-\u2500=]{2,}(?:[+|\u253c\u252c ]+[-\u2500=]{2,})+[|+\s]*$|^\+(?:-+\+)+$|^[\u250c\u251c\u256d]\u2500/,
      share: [/\||\u2502|^[\s+|=\u2500-\u257f-]+$|\S {2,}\S|^\(\d+ rows?\)/, 0.8],
    },
    records: eachLine,
    headers: columnTitles,
    evidence: { lines: /^\(?\d+ rows?\b/ },
    rows: 'list',
  },
  {
    ...CSV,
    name: 'csv',
    signs: { share: [CSV_ROW, 0.9], never: /[{}();]$/, extensions: ['csv', 'tsv'] },
  },
];

/**
 * Lines that each assign a value to a name and nothing else: `sysctl -a`, flags of a machine. In code, other lines
 * stand between them.
 */
export const ASSIGNMENTS: Policy = {
  name: 'assignments',
  kind: 'data',
  signs: {
    share: [/^\s*(?:\w+ +)?[\w./-]+ *:?= *[^=>].*$|^\s*[\w./-]+ *= *$/, 0.9],
    never: /[;{(,\\]$|^\s*(?:def|class|if|for|while|return|import|from|const|let|var|func|fn|pub|static|export)\b|^\[/,
    lines: 12,
  },
  records: eachLine,
  rows: 'list',
};

const NODE_TIME = /\(actual time=[\d.]+\.\.([\d.]+) rows=\d+ loops=(\d+)\)/;

/** Plans of PostgreSQL. The time of a node contains that of the nodes below it, so the slowest lead to where it is lost. */
export const QUERY_PLAN: Policy = {
  name: 'query plan',
  kind: 'data',
  signs: {
    any: /\(cost=[\d.]+\.\.[\d.]+ rows=\d+ width=\d+\)/,
    share: [/^\s+|^-+$|\(cost=|^\(\d+ rows?\)/, 0.5],
    lines: 4,
  },
  records: startingAt(/->|\(cost=|^ *(?:Planning|Execution|Total|JIT|Settings)\b/),
  headers: byIndent,
  evidence: { lines: /^ *(?:Planning|Execution|Total runtime)\b.*\d/ },
  rows: 'list',
  measure: (row) => {
    const [, time, loops] = NODE_TIME.exec(row) ?? [];
    return time === undefined ? undefined : Number(time) * Number(loops);
  },
  marks: [
    {
      asked: /\bspill\w*|\bdisk\b|\btemp\w*/i,
      line: /\bDisk: \d|\bexternal (?:merge|sort)|\btemp (?:read|written)=|\bBatches: (?!1\b)\d/,
    },
  ],
};

/** Names and values side by side without titles: `lscpu`, `/etc/services`. */
export const COLUMNS: Policy = {
  name: 'columns',
  kind: 'data',
  signs: { share: [/^\S.{0,60}?(?:\t+| {2,})\S/, 0.8], never: /[{};]$/ },
  records: eachLine,
  evidence: { complaints: true },
  rows: 'list',
};

/** Independent lines of an unknown program. */
export const LINES: Policy = {
  name: 'lines',
  kind: 'data',
  signs: {},
  records: eachLine,
  evidence: { complaints: true },
  marks: SIGNS,
  rows: 'list',
};
