import { BOM, withoutMark } from '../../gateway/config/parse-text.ts';
import { type BlockPart, type Edited, type RulesPart, refused } from './part.ts';

interface Markers {
  readonly begin: string;
  readonly end: string;
}

const MARKERS: Readonly<Record<(BlockPart | RulesPart)['kind'], Markers>> = {
  block: {
    begin: '<!-- mcp-pruner: begin (made by `mcp-pruner init --instructions`) -->',
    end: '<!-- mcp-pruner: end -->',
  },
  rules: { begin: '# mcp-pruner: begin (made by `mcp-pruner init --allow`)', end: '# mcp-pruner: end' },
};

/** Implements `putPart` for text between markers: appends it, or replaces an older one. */
export function putBlock(text: string | undefined, part: BlockPart | RulesPart): Edited {
  const given = text ?? '';
  const newline = /\r?\n/.exec(given)?.[0] ?? '\n';
  const { begin, end } = MARKERS[part.kind];
  const head = part.kind === 'block' ? part.head : '';
  const block = [begin, part.text, end].join('\n').replaceAll('\n', newline);
  const bare = withoutMark(given);
  if (bare.trim() === '') return { ok: true, text: (given.startsWith(BOM) ? BOM : '') + head + block + newline };
  const found = find(given, MARKERS[part.kind]);
  if (found === 'torn') return refused(TORN);
  if (found !== undefined) return { ok: true, text: given.slice(0, found.start) + block + given.slice(found.end) };
  return { ok: true, text: given + gapAfter(given, newline) + block + newline };
}

/** Implements `takePart` for text between markers. */
export function takeBlock(text: string, { kind }: BlockPart | RulesPart): Edited {
  const found = find(text, MARKERS[kind]);
  if (found === 'torn') return refused(TORN);
  if (found === undefined) return { ok: true, text };
  const before = text.slice(0, found.start);
  const after = text.slice(found.end).replace(/^\r?\n/, '');
  // Also remove the blank line that separated the block from the text before it.
  return { ok: true, text: before.replace(/(\r?\n)\r?\n$/, '$1') + after };
}

const TORN = 'expected one begin and one end marker of mcp-pruner: remove the block by hand';

function find(text: string, markers: Markers): { readonly start: number; readonly end: number } | 'torn' | undefined {
  const [start, end] = [text.indexOf(markers.begin), text.indexOf(markers.end)];
  if (start === -1 && end === -1) return undefined;
  const once = start === text.lastIndexOf(markers.begin) && end === text.lastIndexOf(markers.end);
  return start !== -1 && end > start && once ? { start, end: end + markers.end.length } : 'torn';
}

function gapAfter(text: string, newline: string): string {
  return text.endsWith('\n') ? newline : newline + newline;
}
