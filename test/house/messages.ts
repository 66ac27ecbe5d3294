import { parseAst } from 'vitest/node';
import { readFile } from './tree.ts';

export interface Message {
  readonly file: string;
  /** Line, 1-based. */
  readonly line: number;
  /** The text; `…` in place of each value. */
  readonly text: string;
}

/** The used part of an ESTree node. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

/** Returns the texts of source files that have at least three words. Ignores comments. */
export function messagesOf(files: readonly string[]): readonly Message[] {
  return files.flatMap((file) => {
    const source = readFile(file);
    return nodesOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })).flatMap((node) => {
      const text = textOf(node);
      if (text === undefined || !/\p{L}+ [\p{L}…"]+ /u.test(text)) return [];
      return [{ file, line: source.slice(0, node.start).split('\n').length, text }];
    });
  });
}

function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesOf);
  return 'type' in value ? [value as Node, ...inside] : inside;
}

function textOf({ type, value, quasis = [] }: Node): string | undefined {
  if (type === 'TemplateLiteral') return quasis.map((part) => part.value.cooked).join('…');
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}
