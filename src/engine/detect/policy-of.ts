import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import { ENVELOPE } from '../structure/headers.ts';
import { recordKeyOf } from '../structure/keyed-records.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Policy, Signs } from '../structure/policy.ts';
import { extension, kindByName, kindOf } from './kind.ts';
import { hasPlainWords } from './plain-words.ts';
import { PROGRESS } from './policies/logs.ts';
import { BY_KIND, POLICIES } from './policies/policies.ts';
import { LINES } from './policies/tables.ts';

/** Number of lines sampled at the head and tail, and at even steps between. */
const ENDS = 30;
const SAMPLED = 24;

/** Share of a document's lines that are rows, from which on it is read as a table. */
const MARKDOWN_TABLE = 0.8;

export interface PolicyHints {
  /** Source of the text. Its extension settles what it can. */
  readonly path?: string | undefined;
  /** The kind, if the caller knows it. */
  readonly kind?: TextKind | undefined;
}

/** Finds the policy for a text: by the signs of its own lines, otherwise by its kind. */
export function policyOf(lines: Lines, { path, kind }: PolicyHints = {}): Policy {
  const ending = extension(path);
  const named = POLICIES.find(({ signs }) => signs.extensions?.includes(ending) === true);
  const hint = kindByName(ending);
  // A known file extension, above all of code, determines the kind, so no signs are searched.
  const sample = hint === undefined || hint === 'log' || hint === 'prose' ? sampleOf(lines) : undefined;
  const isTable = hint === 'prose' && sample !== undefined && reaches(sample.lines, /^\s*\|.*\|\s*$/, MARKDOWN_TABLE);
  if (sample !== undefined && (hint !== 'prose' || isTable)) {
    for (const policy of POLICIES) {
      if ((kind === undefined || policy.kind === kind) && fits(policy.signs, sample)) return policy;
    }
    if (kind === undefined && counts(sample)) return PROGRESS;
    const found = kind ?? kindOf(lines, path);
    return (found === 'prose' || found === 'data') && stand(sample)
      ? { ...LINES, kind: kind ?? LINES.kind }
      : BY_KIND[found];
  }
  const found = kind ?? kindOf(lines, path);
  return named?.kind === found ? named : BY_KIND[found];
}

interface Sample {
  /** The sampled lines, from the first one that belongs to no wrapper around the output. */
  readonly lines: readonly string[];
  /** The first and last sampled lines, where programs say what they are. */
  readonly ends: readonly string[];
  /** Number of blank lines in the sample. */
  readonly blank: number;
}

function sampleOf(lines: Lines): Sample {
  const { count } = lines;
  const all: string[] = [];
  const ends: string[] = [];
  let blank = 0;
  const add = (i: number, isEnd: boolean): void => {
    const line = lineHead(lines, i);
    if (line.trim() === '') {
      blank++;
      return;
    }
    all.push(line);
    if (isEnd) ends.push(line);
  };
  const head = Math.min(count, ENDS);
  const tail = Math.max(head, count - ENDS);
  for (let i = 0; i < head; i++) add(i, true);
  const step = Math.max(1, Math.floor((tail - head) / SAMPLED));
  for (let i = head; i < tail; i += step) add(i, false);
  for (let i = tail; i < count; i++) add(i, true);
  const wrapped = all.findIndex((line) => !ENVELOPE.test(line));
  return { lines: all.slice(Math.max(0, wrapped)), ends, blank };
}

function fits({ first, any, share, never, counted, repeats, lines = 3 }: Signs, sample: Sample): boolean {
  const n = sample.lines.length;
  if (n < lines || n === 0) return false;
  if (first === undefined && any === undefined && share === undefined) return false;
  if (first !== undefined && !first.test(sample.lines[0] as string)) return false;
  // A document may quote program output. So without a `share`, `any` is tested only on the ends of the sample.
  if (any !== undefined && !(share === undefined ? sample.ends : sample.lines).some((line) => any.test(line)))
    return false;
  if (never?.test !== undefined && sample.lines.some((line) => never.test(line))) return false;
  if (repeats !== undefined && !repeatsFirst(sample, repeats)) return false;
  if (counted === false && isNumbered(sample)) return false;
  return share === undefined || reaches(sample.lines, share[0], share[1]);
}

/** True if at least `times` lines begin with the same key as the first one. */
function repeatsFirst({ lines }: Sample, times: number): boolean {
  const key = recordKeyOf(lines[0] as string);
  return key !== undefined && lines.filter((line) => recordKeyOf(line) === key).length >= times;
}

/** True if the lines have numbers in front, as in `cat -n` and hosts' own file views. */
function isNumbered({ lines }: Sample): boolean {
  const [first = Number.NaN, ...next] = lines.slice(0, 4).map((line) => Number.parseInt(line, 10));
  return next.length > 0 && next.every((number, i) => number === first + i + 1);
}

/** True if at least this share of the lines matches. Stops as soon as the share is out of reach. */
function reaches(lines: readonly string[], pattern: RegExp, share: number): boolean {
  let misses = lines.length * (1 - share) + 1e-9;
  for (const line of lines) if (!pattern.test(line) && --misses < 0) return false;
  return true;
}

/** True if the lines differ only in numbers and have words between them. */
function counts({ lines }: Sample): boolean {
  if (lines.length < 12) return false;
  const shapes = new Map<string, number>();
  let max = 0;
  for (const line of lines) {
    if (!/\d/.test(line) || !/[a-z]{2,} +\S/i.test(line) || /[{};,]$/.test(line)) continue;
    const shape = line.replaceAll(/\d+/g, '0');
    const n = (shapes.get(shape) ?? 0) + 1;
    shapes.set(shape, n);
    max = Math.max(max, n);
  }
  return max >= lines.length * 0.5;
}

/** True if each line stands for itself: none is blank, at most a few are indented, and few are sentences. */
function stand({ lines, blank }: Sample): boolean {
  if (lines.length < 12 || blank > lines.length * 0.05) return false;
  let indented = 0;
  let sentences = 0;
  for (const line of lines) {
    if (/^\s/.test(line)) indented++;
    if (hasPlainWords(line)) sentences++;
  }
  return indented <= lines.length * 0.1 && sentences <= lines.length * 0.3;
}
