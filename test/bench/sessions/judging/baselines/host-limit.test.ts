import { expect, test } from 'vitest';
import { splitLines } from '../../../../../src/text/lines.ts';
import { HOST_LIMITS, type HostLimit, keepWithin } from './host-limit.ts';

function kept(text: string, host: HostLimit): { count: number; head: number; tail: number } {
  const mask = [...keepWithin(splitLines(text), host)];
  const gap = mask.indexOf(0);
  return {
    count: mask.reduce((sum, keep) => sum + keep, 0),
    head: gap < 0 ? mask.length : gap,
    tail: gap < 0 ? 0 : mask.length - 1 - mask.lastIndexOf(0),
  };
}

/** Returns `lines` lines of 100 characters each, including the line break. */
const hundreds = (lines: number, letter = 'a'): string => `${letter.repeat(99)}\n`.repeat(lines);

test.each(HOST_LIMITS)('%s shows a short text whole', (host) => {
  expect(kept(hundreds(100), host)).toEqual({ count: 100, head: 100, tail: 0 });
});

test.each<[HostLimit, number, number]>([
  ['Claude Code', 20, 0],
  ['Claude Code before 2.1.2', 150, 150],
  ['Codex', 200, 200],
  ['Codex before 0.60', 51, 51],
])('%s shows %i lines of the beginning and %i of the end of a long one', (host, head, tail) => {
  expect(kept(hundreds(1000), host)).toEqual({ count: head + tail, head, tail });
});

test('a limit holds up to its last character', () => {
  expect(kept(hundreds(300), 'Claude Code').count).toBe(300);
  expect(kept(`${hundreds(300)}b`, 'Claude Code').count).toBe(20);
  expect(kept(hundreds(400), 'Codex').count).toBe(400);
  expect(kept(`${hundreds(400)}b`, 'Codex').count).toBe(400);
});

test('Codex counts bytes, Claude Code characters', () => {
  expect(kept(hundreds(250, 'ä'), 'Claude Code').count).toBe(250);
  expect(kept(hundreds(250, 'ä'), 'Codex')).toEqual({ count: 200, head: 100, tail: 100 });
});

test('Codex before 0.60 shows 256 lines at most', () => {
  expect(kept('a\n'.repeat(256), 'Codex before 0.60').count).toBe(256);
  expect(kept('a\n'.repeat(300), 'Codex before 0.60')).toEqual({ count: 256, head: 128, tail: 128 });
});
