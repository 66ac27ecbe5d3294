import { JsonPathError } from './json-path-error.ts';

/** Part of a path segment that selects among a value's children. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly step: number;
    }
  | { readonly kind: 'all' };

/** A segment of a path. It applies to each value so far or, if `deep` (`..`), to all its descendants too. */
export interface PathSegment {
  readonly deep: boolean;
  readonly selectors: readonly Selector[];
}

const NAME = /(?:[A-Za-z_$]|[^\0-\x7f])(?:[\w$-]|[^\0-\x7f])*/y;
const INTEGER = /(?:0|-?[1-9]\d{0,14})(?![\d.])/y;
const SLICE = /(-?\d{1,15})?\s*:\s*(-?\d{1,15})?\s*(?::\s*(-?\d{1,15})?)?/y;
const DOUBLE = /"(?:[^"\\]|\\.)*"/y;
const SINGLE = /'(?:[^'\\]|\\.)*'/y;

interface Parsing {
  readonly path: string;
  at: number;
}

/**
 * Parses a JSONPath (RFC 9535): names, indices, slices, wildcards, lists of them and `..`, but no filters. A path
 * without `$` starts at the root too. Throws a `JsonPathError` (`syntax`).
 */
export function parseJsonPath(path: string): readonly PathSegment[] {
  const trimmed = path.trim();
  const parsing: Parsing = { path: toRooted(trimmed), at: 1 };
  const segments: PathSegment[] = [];
  while (parsing.at < parsing.path.length) segments.push(readSegment(parsing));
  return segments;
}

/** True if a path selects at most one value. */
export function isSingular(segments: readonly PathSegment[]): boolean {
  return segments.every(
    ({ deep, selectors }) => !deep && selectors.length === 1 && /^(?:name|index)$/.test(selectors[0]?.kind ?? ''),
  );
}

function toRooted(path: string): string {
  if (path === '' || /^\$(?:$|[.[\s])/.test(path)) return path === '' ? '$' : path;
  return path.startsWith('[') || path.startsWith('.') ? `$${path}` : `$.${path}`;
}

function readSegment(parsing: Parsing): PathSegment {
  const { path } = parsing;
  if (path[parsing.at] === '[') return { deep: false, selectors: readBrackets(parsing) };
  if (path[parsing.at] !== '.') throw wrong(parsing, 'expected .name, ["name"], [0], [1:3], [*] or ..name');
  const deep = path[parsing.at + 1] === '.';
  parsing.at += deep ? 2 : 1;
  if (deep && path[parsing.at] === '[') return { deep, selectors: readBrackets(parsing) };
  if (take(parsing, /\*/y) !== undefined) return { deep, selectors: [{ kind: 'all' }] };
  const name = take(parsing, NAME)?.[0];
  if (name === undefined) throw wrong(parsing, 'expected a name; write other keys as ["the key"]');
  return { deep, selectors: [{ kind: 'name', name }] };
}

function readBrackets(parsing: Parsing): Selector[] {
  const selectors: Selector[] = [];
  do {
    parsing.at++;
    take(parsing, /\s+/y);
    selectors.push(readSelector(parsing));
    take(parsing, /\s+/y);
  } while (parsing.path[parsing.at] === ',');
  if (parsing.path[parsing.at] !== ']') throw wrong(parsing, 'expected "]"');
  parsing.at++;
  return selectors;
}

function readSelector(parsing: Parsing): Selector {
  if (take(parsing, /\*/y) !== undefined) return { kind: 'all' };
  const slice = take(parsing, SLICE);
  if (slice !== undefined) {
    const [from, to, step = 1] = slice.slice(1).map((one) => (one === undefined ? undefined : Number(one)));
    return { kind: 'slice', from, to, step };
  }
  const index = take(parsing, INTEGER)?.[0];
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  const name = take(parsing, DOUBLE)?.[0] ?? take(parsing, SINGLE)?.[0];
  if (name !== undefined) return { kind: 'name', name: unquote(parsing, name) };
  if (parsing.path[parsing.at] === '?')
    throw wrong(parsing, 'filters are not supported; use pattern, or [*] and pattern');
  throw wrong(parsing, 'expected an index, a slice, * or a quoted key in the brackets');
}

function unquote(parsing: Parsing, quoted: string): string {
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith('"')
    ? quoted
    : `"${inner.replaceAll(/\\'|"|\\[\s\S]/g, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found))}"`;
  try {
    return JSON.parse(json) as string;
  } catch {
    throw wrong(parsing, `${quoted.slice(0, 60)} is not a valid string`);
  }
}

function take(parsing: Parsing, what: RegExp): RegExpExecArray | undefined {
  what.lastIndex = parsing.at;
  const found = what.exec(parsing.path);
  if (found === null) return undefined;
  parsing.at += found[0].length;
  return found;
}

function wrong({ path, at }: Parsing, what: string): JsonPathError {
  const near = path.slice(at, at + 20);
  return new JsonPathError('syntax', `at ${near === '' ? 'the end' : JSON.stringify(near)}: ${what}`);
}
