import { type CooperativeTask, inTurns, type Pause } from '../../src/text/cooperative-task.ts';

/**
 * Max values (strings, numbers, lists, …) of one body: about as many as the largest `context_*` call has. Parsing and
 * validating 5 million took a minute and 5 GB.
 */
export const MAX_VALUES = 50_000;

/** Characters parsed at once. */
const PART = 131_072;
/** Costs of scanning and unescaping, relative to counting tokens. */
const SCAN_SHARE = 0.05;
const UNESCAPE_SHARE = 0.3;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const LETTER_U = 0x75;

/** A long string literal: offsets of its opening quote, of possible cuts, and of its closing quote. */
interface Literal {
  readonly open: number;
  readonly cuts: number[];
  close: number;
}

/**
 * Parses JSON in parts that each wait for their turn, because 10 MB of escapes keep `JSON.parse` busy for half a
 * second. Resolves to `too_many` above `MAX_VALUES` values; rejects with the SyntaxError of `JSON.parse`. `parse`
 * receives the text without its long strings.
 */
export async function parseJson(
  text: string,
  turn: Pause,
  parse: (json: string) => unknown = JSON.parse,
): Promise<{ readonly value: unknown } | 'too_many'> {
  // A value takes at least two characters.
  if (text.length <= 2 * MAX_VALUES) return { value: parse(text) };
  const literals = await inTurns(scan(text), turn);
  if (literals === 'too_many') return literals;
  if (literals.length === 0) return { value: parse(text) };
  // Random, so no sender can forge a placeholder.
  const nonce = crypto.randomUUID();
  const strings = new Map<string, string>();
  let skeleton = '';
  let done = 0;
  for (const [index, literal] of literals.entries()) {
    const name = `${nonce} ${index}`;
    skeleton += `${text.slice(done, literal.open)}"${name}"`;
    done = literal.close + 1;
    strings.set(name, await inTurns(unescaped(text, literal), turn));
  }
  return { value: filled(parse(skeleton + text.slice(done)), strings) };
}

/** Finds the long string literals of a JSON text. In other text, finds anything that looks like one. */
function* scan(text: string): CooperativeTask<readonly Literal[] | 'too_many'> {
  const literals: Literal[] = [];
  let values = 1;
  let literal: Literal | undefined;
  let nextTurn = 0;
  let nextCut = 0;
  for (let at = 0; at < text.length; at++) {
    if (at >= nextTurn) {
      yield PART * SCAN_SHARE;
      nextTurn = at + PART;
    }
    const unit = text.charCodeAt(at);
    if (literal === undefined) {
      if (unit === QUOTE) {
        literal = { open: at, cuts: [], close: at };
        nextCut = at + PART;
      } else if (unit === COMMA || unit === OPEN_LIST || unit === OPEN_OBJECT) {
        values++;
        if (values > MAX_VALUES) return 'too_many';
      }
      continue;
    }
    if (at >= nextCut) {
      literal.cuts.push(at);
      nextCut = at + PART;
    }
    if (unit === BACKSLASH) at += text.charCodeAt(at + 1) === LETTER_U ? 5 : 1;
    else if (unit === QUOTE) {
      literal.close = at;
      if (literal.cuts.length > 0 && !isKey(text, at + 1)) literals.push(literal);
      literal = undefined;
    }
  }
  return literals;
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  return text.charCodeAt(at) === COLON;
}

function* unescaped(text: string, { open, cuts, close }: Literal): CooperativeTask<string> {
  const parts: string[] = [];
  let from = open + 1;
  for (const to of [...cuts, close]) {
    yield (to - from) * UNESCAPE_SHARE;
    parts.push(JSON.parse(`"${text.slice(from, to)}"`) as string);
    from = to;
  }
  return parts.join('');
}

/** Puts the literals back in their places. Iterative, because the sender controls the depth. */
function filled(root: unknown, strings: ReadonlyMap<string, string>): unknown {
  const box: Record<string, unknown> = { root };
  const open: object[] = [box];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const fields = holder as Record<string, unknown>;
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (typeof value === 'string') {
        const string = strings.get(value);
        if (string !== undefined) fields[key] = string;
      } else if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return box['root'];
}
