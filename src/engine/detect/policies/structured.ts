import { byDocument, underHeadings } from '../../structure/headers.ts';
import { COVERAGE, LOG_MARKS, ON_OFF, PROBLEMS, SETTINGS } from '../../structure/marks/run-marks.ts';
import type { Policy } from '../../structure/policy.ts';
import { eachLine, shortSections, smallBlocks, startingAt } from '../../structure/records.ts';

/** Structured notations: settings and records of programs. */
export const STRUCTURED: readonly Policy[] = [
  {
    name: 'json lines',
    kind: 'json',
    signs: { share: [/^\{.*\},?$|^\[.+\]$/, 0.9], extensions: ['jsonl', 'ndjson'] },
    records: eachLine,
    marks: [...LOG_MARKS, ...PROBLEMS, ...ON_OFF],
    rows: 'list',
  },
  {
    name: 'toml and ini',
    kind: 'data',
    signs: {
      share: [/^\s*(?:\[{1,2}[\w@."' :/*-]+\]{1,2}|[\w."'@/-]+\s*=\s*.*|[#;].*|["'\d].*,?|[\]}],?)$/, 0.95],
      any: /^\[{1,2}[\w@."' :/*-]+\]{1,2}\s*$/,
      never: /^\s*(?:const|let|var|def|class|return|export)\b/,
      extensions: ['toml', 'ini', 'cfg'],
    },
    records: shortSections(/^\[\[/, 12),
    headers: underHeadings(/^\[/),
    marks: [...SETTINGS, ...ON_OFF],
  },
  {
    name: 'lcov',
    kind: 'data',
    signs: {
      any: /^SF:./,
      share: [/^(?:TN|SF|FN|FNDA|FNF|FNH|DA|LF|LH|BRDA|BRF|BRH|VER|FNL|FNA):|^end_of_record$/, 0.95],
    },
    records: eachLine,
    headers: underHeadings(/^SF:/),
    marks: COVERAGE,
  },
  {
    name: 'yaml',
    kind: 'data',
    signs: {
      share: [/^\s*(?:- )*['"]?[\w@/.^~<>=()*$-]+['"]?\s*:(?:\s.*|)$|^\s*- .+$|^\s*#|^---|^ {2,}\S/, 0.98],
      any: /^\s*(?:- )?[\w'"/.-]+:(?:\s|$)/,
      never: /^\s*(?:at |File ")|[;{]$|^\d{4}-\d\d|^\d\d:\d\d|^\w+: .{1,80}:\d+|^(?:usage|Usage)/,
      extensions: ['yaml', 'yml'],
    },
    records: smallBlocks(12),
    headers: byDocument,
    named: true,
    marks: [...SETTINGS, ...ON_OFF],
  },
  {
    name: 'sql',
    kind: 'source',
    signs: {
      first:
        /^(?:--|\/\*|(?:CREATE|INSERT|ALTER|SELECT|UPDATE|DELETE|DROP|WITH|GRANT|COPY|BEGIN|SET|PRAGMA|USE|EXPLAIN)\b)/i,
      any: /^\s*(?:CREATE (?:TABLE|INDEX|VIEW|UNIQUE|FUNCTION|DATABASE)|INSERT INTO|ALTER TABLE|SELECT\b.{1,200}\bFROM\b)/i,
      extensions: ['sql'],
    },
    records: startingAt(
      /^(?:CREATE|INSERT|ALTER|SELECT|UPDATE|DELETE|DROP|WITH|GRANT|REVOKE|COPY|BEGIN(?! +\w)|COMMIT|SET|PRAGMA|USE|COMMENT|TRUNCATE)\b/i,
    ),
  },
  {
    name: 'dockerfile',
    kind: 'source',
    signs: { first: /^(?:FROM \S|ARG \w|# syntax=)/, any: /^(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR) /, lines: 2 },
  },
];
