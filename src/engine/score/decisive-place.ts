import type { Lines } from '../../text/lines.ts';
import { attached } from '../structure/blocks.ts';
import { Role } from '../structure/outline.ts';
import type { Matches } from './matches.ts';
import type { Question } from './question/question.ts';
import { type Document, type LineScores, Reason } from './scorer.ts';

/** Share of the question's words that one line has, and the share of these that no other place has. */
const DECISIVE = 0.85;
const NEAR = 0.7;
/** Min words of a question that one line may answer for certain. */
const MIN_WORDS = 4;
/** Lines of one place, and max lines of a definition that is shown whole. */
const PLACE = 4;
const MAX_DEFINITION = 40;
/** Max uses of a name that are shown. */
const MAX_USES = 6;
/** Max uses of a constant that are shown with it, if a question asks for an amount. */
const FEW_USES = 2;
/** Score of a use, and factor for the scores of all other lines. */
const ASIDE = 0.3;
const USED = 0.8;

/** If the decisive line belongs to a definition, leaves that definition and its uses. */
export function leaveDecisive(document: Document, place: number | undefined, found: LineScores): LineScores {
  const { lines } = document;
  const at = place === undefined ? undefined : definitionAt(document, place);
  if (at === undefined) return found;
  const uses = usesOf(lines, at);
  const scores = found.scores.map((score, i) => (i >= at.from && i <= at.to ? 1 : uses.has(i) ? USED : score * ASIDE));
  const reasons = found.reasons.map((reason, i) => ((scores[i] as number) >= USED ? Reason.match : reason));
  return { ...found, scores, reasons, gains: undefined, byWords: false };
}

/** Returns the line that has nearly all words of a question, if no line elsewhere has nearly as many. */
export function decisiveLine(count: number, { terms }: Question, matches: Matches): number | undefined {
  const isWord = terms.map(({ word }) => !word.includes(' '));
  const total = isWord.filter(Boolean).length;
  if (total < MIN_WORDS) return undefined;
  const words = new Float32Array(count);
  for (let m = 0; m < matches.count; m++) {
    const line = matches.lines[m] as number;
    if (isWord[matches.terms[m] as number] === true)
      words[line] = (words[line] as number) + (matches.strengths[m] as number) / 255;
  }
  let best = 0;
  for (let i = 1; i < count; i++) if ((words[i] as number) > (words[best] as number)) best = i;
  const most = words[best] as number;
  if (most < total * DECISIVE) return undefined;
  return words.every((own, i) => Math.abs(i - best) <= PLACE || own < most * NEAR) ? best : undefined;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** A constant or a variable, which opens no block. */
const ASSIGNED =
  /^\s*(?:[\w#]+\s+){0,5}?["']?([A-Za-z_$][\w$]{2,})["']?(?:\s*:\s*[^=]{1,40})?\s*(?::=|=>|=|:)\s*\S|^\s*#\s*define\s+(\w+)/;

/** Returns the definition that a line begins or documents; undefined if there is none, or a long one. */
function definitionAt({ lines, shape }: Document, line: number): Place | undefined {
  for (let at = line; at <= Math.min(line + PLACE * 2, lines.count - 1); at++) {
    if (shape.roles[at] !== Role.plain) continue;
    const text = lines.text.slice(lines.starts[at], lines.ends[at]);
    const known = shape.names.get(at);
    const [, assigned, defined] = ASSIGNED.exec(text) ?? [];
    const name = known === undefined ? (assigned ?? defined) : lines.text.slice(known.from, known.to);
    const from = attached(shape, at);
    const to = shape.ends[at] as number;
    return name !== undefined && from <= line && to - at <= MAX_DEFINITION ? { from, to, name } : undefined;
  }
  return undefined;
}

/** Returns the first uses of constants that lines define. */
export function usesOfConstants(lines: Lines, constants: readonly number[]): readonly number[] {
  return constants.flatMap((at) => {
    const [, assigned, defined] = ASSIGNED.exec(lines.text.slice(lines.starts[at], lines.ends[at])) ?? [];
    const name = assigned ?? defined;
    return name === undefined ? [] : [...usesOf(lines, { from: at, to: at, name })].slice(0, FEW_USES);
  });
}

function usesOf(lines: Lines, { from, to, name }: Place): ReadonlySet<number> {
  const uses = new Set<number>();
  const whole = new RegExp(`(?<![\\w$])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w$])`);
  for (let i = 0; i < lines.count && uses.size < MAX_USES; i++)
    if ((i < from || i > to) && whole.test(lines.text.slice(lines.starts[i], lines.ends[i]))) uses.add(i);
  return uses;
}
