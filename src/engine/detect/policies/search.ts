import type { Policy } from '../../structure/policy.ts';
import { eachLine } from '../../structure/records.ts';

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
export const SEARCH: Policy = {
  name: 'search',
  kind: 'search',
  signs: {},
  records: eachLine,
  prior: searchPrior,
  evidence: { complaints: true },
  rows: 'list',
};
