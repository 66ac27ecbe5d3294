import { BLOCK_BYTES } from '../../artifacts/artifact-blocks.ts';
import { createLineSearch, type LineSearch } from '../../artifacts/pattern/line-search.ts';
import { characterStart } from '../../artifacts/utf8.ts';
import { innerBytes } from './json-bytes.ts';
import { createBreakFinder, endsInReturn, withoutBreak } from './line-breaks.ts';
import type { Excerpt, Position, Reading } from './reading.ts';

/** Longer lines are searched and shown in parts of this many bytes. */
const PART_BYTES = 16 * 1024;
/** Bytes by which parts overlap. A match of at most this length is never missed between two. */
const OVERLAP = 2 * 1024;
/** Max work of a search (`LineSearch.work`), about a quarter of a second. Then the page ends, whatever was found. */
const MAX_WORK = 24_000_000;
/** Bytes shown on each side of a match's end, in a line too long for a page. */
const AROUND = 200;

/** Part of a block: a line, or part of a long one. */
interface Chunk extends Position {
  readonly from: number;
  readonly to: number;
  /** Start of the next chunk within the block, unless a match reaches further. */
  readonly next: number;
  readonly closes: boolean;
}

/**
 * Lists matching lines from a position as `number:line`, as many as fit into `room` bytes of JSON. A line that fits no
 * page is shown around its first match, with `…` for the rest. A line above 16 KiB is shown around the first match of
 * each 16 KiB part. Throws a `PatternError` and the signal's reason.
 */
export async function patternPage(reading: Reading, room: number, signal: AbortSignal): Promise<Excerpt> {
  const { source, lastLine } = reading;
  const page = new PageOfMatches(createLineSearch(reading.pattern), room);
  let at: Position = reading.from;
  while (at.offset < source.bytes && !(lastLine > 0 && at.line > lastLine)) {
    signal.throwIfAborted();
    const block = await source.read(at.offset, BLOCK_BYTES);
    if (block.length === 0) break;
    const reached = page.search(block, at, { last: at.offset + block.length >= source.bytes, lastLine });
    at = reached.at;
    if (reached.full) return page.show(reading.from.line, at);
  }
  return page.show(reading.from.line, undefined, at.inside ? at.line : at.line - 1);
}

class PageOfMatches {
  private readonly entries: string[] = [];
  private readonly numbers: number[] = [];
  private used = 0;
  private readonly lines: LineSearch;
  private readonly room: number;

  constructor(lines: LineSearch, room: number) {
    this.lines = lines;
    this.room = room;
  }

  /** Searches a block as far as its lines are complete. `full`: the page ends at the position. */
  search(
    block: Uint8Array,
    start: Position,
    { last, lastLine }: { readonly last: boolean; readonly lastLine: number },
  ): { readonly at: Position; readonly full: boolean } {
    const whole: Block = { base: start.offset, last, nextBreak: createBreakFinder(block) };
    let at = start;
    for (;;) {
      const chunk = nextPiece(block, at, whole);
      if (chunk === undefined || (lastLine > 0 && chunk.line > lastLine)) return { at, full: false };
      const hit = this.lines.find(block, chunk);
      if (hit >= 0 && !this.add(block, chunk, hit)) return { at, full: true };
      const next = chunk.closes ? chunk.next : Math.max(chunk.next, hit);
      at = { offset: start.offset + next, line: chunk.closes ? chunk.line + 1 : chunk.line, inside: !chunk.closes };
      if (this.lines.work > MAX_WORK && !(last && next >= block.length)) return { at, full: true };
    }
  }

  show(from: number, next: Position | undefined, searchedTo?: number): Excerpt {
    const count = this.entries.length;
    const found = `${count === 0 ? 'No' : count} ${count === 1 ? 'line matches' : 'lines match'}`;
    const to = searchedTo ?? (next === undefined ? from : next.line - (next.inside ? 0 : 1));
    return {
      summary:
        to < from ? `${found}: nothing to search` : `${found} in lines ${from}-${to}${next ? ', more to search' : ''}`,
      content: this.entries.join(''),
      encoding: 'utf-8',
      startLine: this.numbers[0],
      endLine: this.numbers.at(-1),
      next,
    };
  }

  /** False if the page has no room for the line. */
  private add(block: Uint8Array, chunk: Chunk, hit: number): boolean {
    const whole = chunk.closes && !chunk.inside ? `${chunk.line}:${decode(block, chunk.from, chunk.to)}\n` : undefined;
    const entry = whole !== undefined && innerBytes(whole) <= this.room ? whole : excerpt(block, chunk, hit, this.room);
    if (this.used + innerBytes(entry) > this.room && this.entries.length > 0) return false;
    this.used += innerBytes(entry);
    this.entries.push(entry);
    this.numbers.push(chunk.line);
    return true;
  }
}

interface Block {
  readonly base: number;
  /** True if nothing follows the block. */
  readonly last: boolean;
  readonly nextBreak: (from: number) => number;
}

/** Undefined if the block ends, or if only the start of a line is left, which the next read gets whole. */
function nextPiece(block: Uint8Array, at: Position, { base, last, nextBreak }: Block): Chunk | undefined {
  const { offset, line, inside } = at;
  const from = offset - base;
  if (from >= block.length) return undefined;
  const found = nextBreak(from);
  const complete = found >= 0 && (last || found < block.length || !endsInReturn(block));
  const next = complete ? found : block.length;
  const to = complete ? withoutBreak(block, found) : block.length;
  if (to - from > PART_BYTES) {
    const end = characterStart(block, from + PART_BYTES);
    return { offset, line, inside, from, to: end, next: characterStart(block, end - OVERLAP), closes: false };
  }
  return complete || last ? { offset, line, inside, from, to, next, closes: true } : undefined;
}

function excerpt(block: Uint8Array, { from, to, line, inside, closes }: Chunk, hit: number, room: number): string {
  for (let around = AROUND; ; around >>= 1) {
    const start = characterStart(block, Math.max(from, hit - around));
    const end = characterStart(block, Math.min(to, hit + around));
    const before = start > from || inside ? '…' : '';
    const entry = `${line}:${before}${decode(block, start, end)}${end < to || !closes ? '…' : ''}\n`;
    if (innerBytes(entry) <= room || around === 0) return entry;
  }
}

function decode(block: Uint8Array, from: number, to: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(block.subarray(from, to));
}
