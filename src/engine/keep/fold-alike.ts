import { type CooperativeTask, countedParts, parts } from '../../text/cooperative-task.ts';
import type { AlikeLines } from '../../text/unmatched.ts';
import { formGroups, lineForm, plainForm } from '../structure/line-form.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Repeats } from './fold-repeats.ts';
import { Kept } from './select.ts';

/** Lines of one form are folded if there are more than this: fewer of a log's events, more of other lists. */
const MANY = { events: 6, others: 300 } as const;
/** The same for events if the question asks which ones. */
const MANY_ASKED = 20;
const ASKS_WHICH =
  /\b(?:which|who|whose|list|names?|all|every|each|any|when|what times?|how (?:long|often)|at what|durations?)\b(?! (?:kinds?|types?|sorts?)\b)/i;
/** Lines of a folded form that stay, including the last. */
const SHOWN = { events: 2, others: 5 } as const;
/** A status of HTTP or an exit code on a line. */
const STATUS = /(?<=[\s=:"])[1-5]\d\d(?=[\s,;"]|$)|\b(?:exit|code|signal|status)\W{1,3}\d+/i;
/** A line that scores better than the others of its form by more than this is shown. */
const BETTER = 0.1;
/** Scores that differ by less than this count as equal. */
const STEP = 0.02;
/** Units of a line that are compared. A log may write two ids and three names before each message. */
const UNITS = 600;
/** Cost of a pass, as a share of the cost of counting tokens, and of a line of another, in characters of it. */
const SHARE = 0.3;
const LINE = 10;

/**
 * Drops all but a few of many kept lines that say the same about different things, such as every login that failed, or
 * every file that a program looked for in vain. Lines of other forms stay, and so do lines that score better. Returns
 * what it dropped.
 */
export function* foldAlike(
  { lines, kind, scores }: Repeats,
  keep: Uint8Array,
  { rows, question }: { readonly rows: 'events' | 'others'; readonly question: string },
): CooperativeTask<readonly AlikeLines[]> {
  const many = rows === 'events' && ASKS_WHICH.test(question) ? MANY_ASKED : MANY[rows];
  if ((kind !== 'log' && kind !== 'data') || count(keep) <= many) return [];
  const at: number[] = [];
  const forms: string[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      // All lines are counted, but only those that were kept can be folded.
      const form = keep[i] === Kept.no && rows === 'others' ? '' : lineForm(lineHead(lines, i, UNITS));
      if (form === '') continue;
      at.push(i);
      forms.push(rows === 'events' ? plainForm(form) : form);
    }
  });
  const groups = new Map<string, number[]>();
  const named = rows === 'events' ? yield* formGroups(new Set(forms)) : undefined;
  yield* countedParts(at.length, LINE, (from, to) => {
    for (let n = from; n < to; n++) {
      const i = at[n] as number;
      const form = forms[n] as string;
      // A status (500) says what happened, although it is a number.
      const status = rows === 'events' ? (STATUS.exec(lineHead(lines, i, UNITS))?.[0] ?? '') : '';
      const key = `${rows === 'events' ? status : Math.round((scores[i] as number) / STEP)} ${named?.get(form) ?? form}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [i]);
      else group.push(i);
    }
  });
  const folded: AlikeLines[] = [];
  for (const group of groups.values()) {
    const least = group.reduce((min, i) => (keep[i] === Kept.no ? min : Math.min(min, scores[i] as number)), 1);
    const kept = group.filter((i) => keep[i] !== Kept.no && (scores[i] as number) <= least + BETTER);
    if (kept.length <= many) continue;
    for (const i of kept.slice(SHOWN[rows] - 1, -1)) keep[i] = Kept.no;
    folded.push({ first: kept[0] as number, last: group.at(-1) as number, count: group.length - 1 });
  }
  return folded;
}

function count(keep: Uint8Array): number {
  let n = 0;
  for (const kept of keep) if (kept !== Kept.no) n++;
  return n;
}
