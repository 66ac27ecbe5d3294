import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { Kept } from '../../../../src/engine/keep/select.ts';
import { wholePieces } from '../../../../src/engine/keep/whole-pieces.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const SOURCE = `export class Store {
  get(key) {
    const found = this.map.get(key);
    if (found === undefined) {
      return undefined;
    }
    return found.value;
  }

  put(key, value) {
    this.map.set(key, value);
    this.size += 1;
    this.log('put');
    return this;
  }
}
`;

const PROSE = `# Store

The store keeps
what it is given,
until it is asked.

It grows.
`;

const JSON_TEXT = `{
  "one": {
    "a": 1,
    "b": 2,
    "c": 3
  },
  "two": {
    "d": 4
  }
}
`;

/** The lines that are kept, 1-based, where these are kept at first. */
function keptOf(text: string, path: string, chosen: readonly number[]): readonly number[] {
  const lines = splitLines(text);
  const policy = policyOf(lines, { path });
  const structure = atOnce(readStructure(lines, policy, {}));
  const keep = new Uint8Array(lines.count);
  for (const line of chosen) keep[line - 1] = Kept.chosen;
  wholePieces(lines, structure, keep);
  return Array.from(keep, (one, at) => (one === Kept.no ? 0 : at + 1)).filter((line) => line > 0);
}

const kept = (...chosen: readonly number[]): readonly number[] => keptOf(SOURCE, 'a.js', chosen);

test('of prose whole paragraphs are shown', () => {
  expect(keptOf(PROSE, 'a.md', [4])).toEqual([3, 4, 5]);
  expect(keptOf(PROSE, 'a.md', [1, 7])).toEqual([1, 7]);
});

test('of data what is opened is closed, and neighbors are shown', () => {
  expect(keptOf(JSON_TEXT, 'a.json', [1, 2, 3])).toEqual([1, 2, 3, 6, 10]);
  expect(keptOf(JSON_TEXT, 'a.json', [3])).toEqual([3, 4, 5]);
});

test('what is opened is closed', () => {
  expect(kept(1, 2, 3, 4, 5)).toEqual([1, 2, 3, 4, 5, 6, 8, 16]);
});

test('a run of one or two lines is joined to lines of the same block, and to none of another', () => {
  expect(kept(11)).toEqual([11, 12, 13]);
  expect(kept(14)).toEqual([12, 13, 14]);
  expect(kept(5)).toEqual([5]);
});
