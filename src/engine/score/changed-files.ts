import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { stem } from '../../text/words.ts';
import { FILE, NEW_FILE } from '../structure/diff-headers.ts';
import { lineHead } from '../structure/line-head.ts';
import { type LineScores, Reason } from './scorer.ts';

/** A question for names rather than for changes: `which tests were changed`, unlike `what changed in the tests`. */
const ASKS =
  /\bwhich\b|\b(?:list|names?)\b|\bwhat (?!changed?\b|did\b|does\b|do\b|is\b|are\b|was\b|were\b|has\b|have\b)/i;
const CHANGES = /^(?:chang|modif|touch|edit|updat|affect|alter|differ)/;
/** Words of such a question that do not describe the files. */
const FILLER = new Set(
  (
    'which what list name names show give tell me us all the of are is was were have has been be get got in by with this that these those ' +
    'did do does diff diffs commit commits patch pull request branch file files path paths here there it on for a an and or please'
  ).split(' '),
);
const TESTS = /^(?:tests?|specs?)$/;
const TEST_PATH = /(?:[/\\._-]|\b)(?:tests?|specs?|__tests?__)(?:[/\\._-]|\b)|Tests?\.\w{1,6}\b/;
/** Score of a file that is asked for; factor for everything else. */
const BEST = 1;
const ASIDE = 0.45;
/** Relevance of a diff that has the requested files. */
const ANSWERED = 0.5;
const SHARE = 0.15;

/** For a question about which files a diff changes: raises the scores of their headers and lowers all other lines. */
export function* raiseChangedFiles(
  lines: Lines,
  found: { -readonly [K in keyof LineScores]: LineScores[K] },
  question: string,
): CooperativeTask<void> {
  const about = subjects(question);
  if (about === undefined) return;
  const files: number[] = [];
  const news: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i);
      if (FILE.test(line)) files.push(i);
      else if (NEW_FILE.test(line) && i > 0 && lineHead(lines, i - 1, 4).startsWith('---')) news.push(i);
    }
  });
  const heads = files.length > 0 ? files : news;
  const asked = heads.filter((i) => about.every((isIn) => isIn(lineHead(lines, i))));
  if (asked.length === 0) return;
  found.scores = found.scores.map((score) => score * ASIDE);
  found.documentScore = Math.max(found.documentScore, ANSWERED);
  found.selected = asked;
  for (const i of asked) {
    found.scores[i] = BEST;
    found.reasons[i] = Reason.match;
  }
}

/**
 * Returns conditions for the paths of the files that the question asks for. Undefined if it asks for something else.
 */
function subjects(question: string): readonly ((path: string) => boolean)[] | undefined {
  if (!ASKS.test(question)) return undefined;
  const words = question.toLowerCase().match(/[\p{L}\d_./-]*[\p{L}\d_]/gu) ?? [];
  if (!words.some((word) => CHANGES.test(word))) return undefined;
  return words
    .filter((word) => !FILLER.has(word) && !CHANGES.test(word))
    .map((word) => {
      if (TESTS.test(word)) return (path) => TEST_PATH.test(path);
      const own = stem(word);
      return (path) =>
        path
          .toLowerCase()
          .split(/[\s/\\.]+/)
          .some((part) => stem(part) === own);
    });
}
