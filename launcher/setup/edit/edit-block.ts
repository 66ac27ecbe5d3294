import { BOM, withoutMark } from '../../gateway/config/parse-text.ts';
import { type BlockPart, type Edited, refused } from './part.ts';

const BEGIN = '<!-- mcp-pruner: begin (made by `mcp-pruner init --instructions`) -->';
const END = '<!-- mcp-pruner: end -->';

/** Implements `putPart` for a block: appends it, or replaces an older one. */
export function putBlock(text: string | undefined, { text: words, head }: BlockPart): Edited {
  const given = text ?? '';
  const newline = /\r?\n/.exec(given)?.[0] ?? '\n';
  const block = [BEGIN, words, END].join('\n').replaceAll('\n', newline);
  const bare = withoutMark(given);
  if (bare.trim() === '') return { ok: true, text: (given.startsWith(BOM) ? BOM : '') + head + block + newline };
  const found = find(given);
  if (found === 'torn') return refused(TORN);
  if (found !== undefined) return { ok: true, text: given.slice(0, found.start) + block + given.slice(found.end) };
  return { ok: true, text: given + gapAfter(given, newline) + block + newline };
}

/** Implements `takePart` for a block. */
export function takeBlock(text: string): Edited {
  const found = find(text);
  if (found === 'torn') return refused(TORN);
  if (found === undefined) return { ok: true, text };
  const before = text.slice(0, found.start);
  const after = text.slice(found.end).replace(/^\r?\n/, '');
  // Also remove the blank line that separated the block from the text before it.
  return { ok: true, text: before.replace(/(\r?\n)\r?\n$/, '$1') + after };
}

const TORN = 'one of the two markers of mcp-pruner is gone, or there are several: take the block out by hand';

function find(text: string): { readonly start: number; readonly end: number } | 'torn' | undefined {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start === -1 && end === -1) return undefined;
  const once = start === text.lastIndexOf(BEGIN) && end === text.lastIndexOf(END);
  return start !== -1 && end > start && once ? { start, end: end + END.length } : 'torn';
}

function gapAfter(text: string, newline: string): string {
  return text.endsWith('\n') ? newline : newline + newline;
}
