import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { expectedJson } from '../../platform/text/expected-json.ts';

export type { Node };

export const BOM = '\ufeff';

/** Max depth of nodes. A member of an object takes two levels; no server needs more than ten. */
const MAX_DEPTH = 200;

/** Position of an error. Line and column start at 1; the column counts UTF-16 units. */
export interface TextFault {
  readonly kind: 'syntax' | 'shape';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A text as a syntax tree. Offsets do not count the byte order mark. */
export type ParsedText =
  | { readonly ok: true; readonly root: Node; readonly servers: Node | undefined }
  | { readonly ok: false; readonly fault: TextFault };

/** Parses JSON with comments and trailing commas, and finds the object of servers. An empty text is an empty object. */
export function parseText(text: string): ParsedText {
  const bare = withoutMark(text);
  const errors: ParseError[] = [];
  const root = treeOf(bare, errors);
  if (root === 'deep') return fault(bare, 0, 'syntax', 'fewer levels of nesting');
  const [first] = errors;
  if (first !== undefined) return fault(bare, first.offset, 'syntax', expectedJson(first.error));
  if (root === undefined) return fault(bare, bare.length, 'syntax', 'an object');
  if (root.type !== 'object') return fault(bare, root.offset, 'shape', 'an object');
  const named = nodeMembers(root).filter(({ key }) => key === 'mcpServers');
  if (named.length > 1) return fault(bare, named[1]?.property.offset ?? 0, 'shape', '"mcpServers" only once');
  const servers = named[0]?.value;
  if (servers !== undefined && servers.type !== 'object') {
    return fault(bare, servers.offset, 'shape', 'an object of servers for "mcpServers"');
  }
  return { ok: true, root, servers };
}

export const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

function treeOf(text: string, errors: ParseError[]): Node | undefined | 'deep' {
  // The parser reports an error for an empty text, so parse an empty object instead.
  if (text.trim() === '') return parseTree('{}');
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    return root !== undefined && isDeep(root) ? 'deep' : root;
  } catch (error) {
    if (error instanceof RangeError) return 'deep';
    throw error;
  }
}

/** True if the tree is too deep. Iterative, because recursion could overflow the stack on what was just parsed. */
function isDeep(root: Node): boolean {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(({ children }) => children ?? []);
  }
  return false;
}

function fault(text: string, offset: number, kind: TextFault['kind'], expected: string): ParsedText {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { ok: false, fault: { kind, line, column, message: `line ${line}, column ${column}: expected ${expected}` } };
}

/** A key and its value in an object. */
export interface Member {
  readonly key: string;
  readonly value: Node;
  /** Node of both key and value. */
  readonly property: Node;
}

/** Returns an object's members in file order. A repeated key appears each time. */
export function nodeMembers(node: Node): readonly Member[] {
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [{ key: String(key.value), value, property }];
  });
}

/** Returns a node's value. `__proto__` is an ordinary key. */
export function jsonOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(nodeMembers(node).map(({ key, value }) => [key, jsonOf(value)]));
}
