import { errorLines } from '../engine/structure/error-lines.ts';
import { cutMiddle } from '../text/cut-text.ts';
import type { Building } from './building.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { FieldsShape, LeafShape, ListShape } from './shape.ts';

/**
 * Builds a text: a leaf if it is within the limits. A text of several lines becomes their count, the first lines, those
 * that report errors, and the last lines. A single long line becomes its beginning and end.
 */
export function buildText(text: string, level: number, building: Building): LeafShape | FieldsShape {
  const { limits, measure } = building;
  if (text.length > DEFAULT_LIMITS.maxStringLength && isEncoded(text)) {
    building.cut = true;
    const chars = Math.min(limits.maxStringLength, ENCODED);
    return leaf(cutMiddle(text, { chars, bytes: Infinity }, measure) ?? '…', building);
  }
  if (text.length <= limits.maxStringLength && !text.includes('\n')) return leaf(text, building);
  const lines = lineStarts(text, limits.maxLogLines);
  if (text.length <= limits.maxStringLength && lines.count <= limits.maxLogLines) return leaf(text, building);
  building.cut = true;
  // The container of the lines is one level down.
  if (lines.count > 1 && level + 1 <= limits.maxJsonDepth) return buildLog(text, lines, building);
  const room = { chars: limits.maxStringLength, bytes: Infinity };
  const cut = cutMiddle(oneLine(text, limits.maxLogLines), room, measure);
  return leaf(cut ?? '…', building);
}

/** Max UTF-16 units of base64 data, such as images, that are shown, because nobody can read it. */
const ENCODED = 64;

function isEncoded(text: string): boolean {
  const beginning = text.slice(0, 400);
  return (
    /^(?:data:[\w./+-]+;base64,)?[\w+/-]{300,}={0,2}$/.test(beginning) &&
    /\d/.test(beginning) &&
    /[a-z]/.test(beginning) &&
    /[A-Z]/.test(beginning)
  );
}

function leaf(value: string, { measure }: Building): LeafShape {
  return { kind: 'leaf', value, bytes: measure.string(value) };
}

interface LineStarts {
  readonly count: number;
  /** Offsets of the first lines, and of the last. */
  readonly first: readonly number[];
  readonly last: readonly number[];
}

function lineStarts(text: string, max: number): LineStarts {
  const first = [0];
  const last: number[] = [];
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) {
    count++;
    if (first.length < max) first.push(at + 1);
  }
  if (count === 1) return { count, first, last: [0] };
  for (let at = text.length - 1; at > 0 && last.length < max; at--) {
    at = text.lastIndexOf('\n', at - 1);
    if (at < 0) break;
    last.unshift(at + 1);
    at++;
  }
  if (last.length < max && last[0] !== 0) last.unshift(0);
  return { count, first, last };
}

function buildLog(text: string, { count, first, last }: LineStarts, building: Building): FieldsShape {
  const { limits, measure } = building;
  const max = Math.min(limits.maxLogLines, count);
  const ending = Math.min(limits.maxArrayItems, max >> 1);
  const beginning = Math.min(limits.maxArrayItems, max - ending);
  const tailFrom = last.at(-ending) ?? text.length;
  const headTo = first[beginning] ?? text.length;
  const errors = beginning + ending < count ? errorLines(text, headTo, tailFrom, Math.min(5, beginning >> 1)) : [];
  // Lines that report errors replace the end of the head. The tail stays, because the last lines show the outcome.
  const head = first.slice(0, beginning - errors.length).map((at) => lineAt(text, at));
  const tail = last.slice(-ending).map((at) => lineAt(text, at));
  const parts: [string, LeafShape | ListShape][] = [
    ['lines', { kind: 'leaf', value: count, bytes: String(count).length * measure.mark }],
    ['head', buildLines(head, false, building)],
  ];
  if (errors.length > 0) {
    const told = errors.map(({ line, text: one }) => `${line}: ${one}`);
    parts.push(['errors', buildLines(told, false, building)]);
  }
  parts.push(['tail', buildLines(tail, true, building)]);
  let bytes = measure.mark * 2;
  for (const [key, shape] of parts) bytes += measure.string(key) + measure.mark * 2 + shape.bytes;
  return {
    kind: 'fields',
    keys: parts.map(([key]) => key),
    values: parts.map(([, shape]) => shape),
    hidden: 0,
    hiddenNames: [],
    bytes,
  };
}

function buildLines(lines: readonly string[], lastFirst: boolean, building: Building): ListShape {
  const { limits, measure } = building;
  const items = lines.map((line) => leaf(cutLine(line, limits.maxStringLength, building), building));
  const indices = items.map((_, i) => i);
  const bytes = items.reduce((sum, item) => sum + item.bytes, measure.mark * (2 + items.length));
  const priority = lastFirst ? indices.toReversed() : indices;
  return { kind: 'list', items, indices, priority, total: items.length, path: undefined, bytes };
}

function cutLine(line: string, max: number, { measure }: Building): string {
  return line.length <= max ? line : (cutMiddle(line, { chars: max, bytes: Infinity }, measure) ?? '…');
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
}

/** Shows several lines as one string, for when line breaks must not exceed the allowed lines. */
function oneLine(text: string, max: number): string {
  const short = text.length > 2000 ? text : text.replaceAll(/\r?\n/g, ' ⏎ ');
  return lineStarts(short, 1).count > max ? short.replaceAll('\n', '⏎') : short;
}
