import type { TextKind } from '../../pruner.ts';
import { byBracket, itemsOf } from '../../structure/brackets.ts';
import { byIndent, byMarkdownHeading } from '../../structure/headers.ts';
import type { Policy } from '../../structure/policy.ts';
import { events } from '../../structure/records.ts';
import { statements } from '../../structure/statements.ts';
import { DIAGNOSTICS, INSTALLS } from './builds.ts';
import { DOCUMENTS } from './documents.ts';
import { GIT, HUNKS } from './git.ts';
import { HTTP } from './http.ts';
import { LISTINGS, TREES } from './listings.ts';
import { CALLS, LOGS } from './logs.ts';
import { SEARCH } from './search.ts';
import { STRUCTURED } from './structured.ts';
import { ASSIGNMENTS, COLUMNS, TABLES, TITLED_CSV } from './tables.ts';
import { CRASHES, TEST_RUNS } from './test-runs.ts';

/** Every kind of output with signs of its own, in the order they are tried. */
export const POLICIES: readonly Policy[] = [
  ...GIT,
  ...HTTP,
  ...TREES,
  ...TEST_RUNS,
  ...CRASHES,
  ...DIAGNOSTICS,
  ...INSTALLS,
  TITLED_CSV,
  CALLS,
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
  source: { name: 'source', kind: 'source', signs: {}, records: statements, scoredBy: 'blocks', headers: byIndent },
  diff: { name: 'diff', kind: 'diff', signs: {}, ...HUNKS },
  json: {
    name: 'json',
    kind: 'json',
    signs: {},
    records: itemsOf(30),
    headers: byBracket,
    named: true,
    rows: 'list',
  },
  data: { name: 'data', kind: 'data', signs: {}, headers: byIndent, evidence: { complaints: true } },
  prose: { name: 'prose', kind: 'prose', signs: {}, headers: byMarkdownHeading },
  search: SEARCH,
  log: {
    name: 'output',
    kind: 'log',
    signs: {},
    records: events,
    evidence: { errors: true, states: true },
  },
};
