import { unitsOf } from '../../text/code-units.ts';
import { parts } from '../../text/cooperative-task.ts';
import { toRuns } from './blocks.ts';
import { Role } from './outline.ts';
import type { Pair, RecordsOf } from './policy.ts';

/** Cost of looking for brackets, as a share of the cost of counting tokens. */
const SHARE = 0.3;
/** Max lines of a statement that is kept or omitted as a whole. */
const MAX_LINES = 12;
/** Max brackets skipped to find the partner of a closing bracket. Brackets in a pattern are never closed. */
const MAX_STRAY = 4;

/**
 * UTF-16 units to read before a brace, and at the start of its line, to see what it opens. A line may be a megabyte.
 */
const HEAD_CHARS = 160;

interface Opened {
  readonly closer: number;
  readonly line: number;
  /** True for the brace of a function, a loop and the like. */
  readonly isBlock: boolean;
}

const CLOSER = new Map([
  [0x28, 0x29],
  [0x5b, 0x5d],
  [0x7b, 0x7d],
]);
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const SPACE = 0x20;

/** Code units that need a closer look. Most text consists of others. */
const Sign = { none: 0, bracket: 1, quote: 2, apostrophe: 3, comment: 4 } as const;
const SIGNS = new Uint8Array(128);
for (const [sign, units] of [
  [Sign.bracket, '()[]{}'],
  [Sign.quote, '"`'],
  [Sign.apostrophe, "'"],
  [Sign.comment, '/#'],
] as const) {
  for (const unit of units) SIGNS[unit.charCodeAt(0)] = sign;
}

/**
 * Makes each statement that spans several lines a record: a call with its arguments, an import list, a literal, a
 * signature, or a decorator with the line below. The body of a function or loop is many statements, not one.
 */
export const statements: RecordsOf = function* (lines, { roles, decorators, literals }) {
  const { text, starts, ends, count } = lines;
  const units = unitsOf(lines);
  // 1 if the line continues what the line before began.
  const joined = new Uint8Array(count + 1);
  const open: Opened[] = [];
  const pairs: Pair[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const role = roles[i] as number;
      if (role === Role.blank || role === Role.comment || literals?.[i] === 1) continue;
      if (decorators[i] === 1) joined[i + 1] = 1;
      eachBracket(units, starts[i] as number, ends[i] as number, (at) => {
        const c = units[at] as number;
        const closer = CLOSER.get(c);
        if (closer !== undefined) {
          open.push({ closer, line: i, isBlock: c === 0x7b && isBlock(text, starts[i] as number, at, role) });
          return;
        }
        const opened = close(open, c);
        if (opened !== undefined && opened.line < i) pairs.push([opened.line, i]);
        if (opened === undefined || opened.isBlock || i - opened.line >= MAX_LINES) return;
        // The line below a decorator belongs to it.
        joined.fill(1, opened.line + 1, i + 1 + (decorators[opened.line] as number));
      });
    }
  });
  return {
    ...toRuns(
      joined.map((isJoined) => 1 - isJoined),
      count,
    ),
    pairs,
  };
};

/** Closes a bracket: removes its partner from the open ones, along with unclosed brackets above it. */
function close(open: Opened[], closer: number): Opened | undefined {
  for (let k = open.length - 1; k >= 0 && k >= open.length - MAX_STRAY; k--) {
    if (open[k]?.closer !== closer) continue;
    const [opened] = open.splice(k);
    return opened;
  }
  return undefined;
}

/** Visits the brackets of a line outside strings and comments, as far as the line alone tells. */
function eachBracket(units: Uint16Array, from: number, to: number, visit: (at: number) => void): void {
  let quote = 0;
  for (let at = from; at < to; at++) {
    const c = units[at] as number;
    if (quote !== 0) {
      if (c === BACKSLASH) at++;
      else if (c === quote) quote = 0;
      continue;
    }
    const sign = c < 128 ? SIGNS[c] : Sign.none;
    if (sign === Sign.none) continue;
    if (sign === Sign.bracket) visit(at);
    else if (sign === Sign.quote) quote = c;
    else if (sign === Sign.apostrophe) {
      // Skips a character literal (`'"'`). An apostrophe or a lifetime has no second quote on its line.
      if (units[at + 2] === c) at += 2;
      else if (units.subarray(at + 1, to).includes(c)) quote = c;
    } else if (c === SLASH) {
      if (units[at + 1] === SLASH) return;
    } else if (units[at + 1] === SPACE && (at === from || units[at - 1] === SPACE)) return;
  }
}

/** Text before the brace of a function, condition or arrow, including parameters and return type. */
const AFTER_HEAD = /(?:\)\s*(?:(?::|->)[^=]*|[\w*.[\]]*)|=>|\b(?:else|try|finally|do|loop|unsafe))\s*$/;
const HEAD =
  /^\s*(?:export |default |declare |abstract |public |private |static |final |pub(?:\(\w+\))? |async )*(?:class|struct|enum|interface|impl|trait|union|func|fn|def|namespace|module|mod|switch|match|extern)\b/;

/** True if the brace at `at` of a line begins a block of code; false for a literal or a list of names. */
function isBlock(text: string, from: number, at: number, role: number): boolean {
  if (role === Role.control) return true;
  const before = text.slice(Math.max(from, at - HEAD_CHARS), at).trimEnd();
  const beginning = text.slice(from, Math.min(at, from + HEAD_CHARS));
  return AFTER_HEAD.test(before) || HEAD.test(beginning) || (role === Role.definition && !/[=:(,[]$/.test(before));
}
