import { expect, test } from 'vitest';
import { createHashSet } from '../../../../src/transcripts/hash-set.ts';
import { eachCodeName } from './names.ts';

/** Returns the names in a text. Those that look like code have a star. */
function namesOf(text: string): readonly string[] {
  const hashes = new Map<number, string>();
  const found: string[] = [];
  eachCodeName(text, (hash, at, isCode) => {
    hashes.set(hash, text.slice(at));
    found.push(`${/^[\w$]+(?:[./@-]+[\w$]+)*/.exec(text.slice(at))?.[0] ?? ''}${isCode ? '*' : ''}`);
  });
  return found;
}
const hashesOf = (text: string): readonly number[] => {
  const hashes: number[] = [];
  eachCodeName(text, (hash) => hashes.push(hash));
  return hashes;
};

test('names in code are told from the words of a sentence', () => {
  expect(namesOf('The retry delay of retryDelay, retry_delay and delay() in utf8 is set')).toEqual([
    'retry',
    'delay',
    'retryDelay*',
    'retry_delay*',
    'delay*',
    'utf8*',
  ]);
  expect(namesOf('port 8080, 12 or 404')).toEqual(['port', '8080*']);
});

test.each([
  ['a path, whole and by its last part', 'open src/net/retry.ts', 'retry.ts'],
  ['a path from the root', 'open /src/net/retry.ts:12', 'src/net/retry.ts'],
  ['a dotted name', 'calls fmt.Println.', 'fmt.Println'],
  ['a long option', 'run it with --dry-run', 'dry-run'],
])('%s', (_, text, name) => {
  const [hash] = name === 'dry-run' ? hashesOf('--dry-run') : hashesOf(name);
  expect(hashesOf(text)).toContain(hash);
});

test('the same name has the same hash wherever it stands, and others have others', () => {
  expect(hashesOf('(someName)')).toEqual(hashesOf('someName'));
  const names = Array.from({ length: 20_000 }, (_, at) => `name_${at}`);
  expect(new Set(hashesOf(names.join(' '))).size).toBe(20_000);
});

test('a set of hashes holds what was added, zero too, and nothing else', () => {
  const set = createHashSet();
  const hashes = hashesOf(Array.from({ length: 5000 }, (_, at) => `name_${at}`).join(' '));
  for (const hash of hashes) set.add(hash);
  expect(hashes.every((hash) => set.has(hash))).toBe(true);
  expect(hashesOf('other_1 other_2 other_3').some((hash) => set.has(hash))).toBe(false);
  expect(set.has(0)).toBe(false);
  set.add(0);
  expect([set.has(0), set.isFull]).toEqual([true, false]);
});

test('paths without a dot took time in the square of their number', () => {
  const text = Array.from({ length: 400_000 }, (_, at) => `src/folder${at}`).join('\n');
  let names = 0;
  eachCodeName(text, () => names++);
  expect(names).toBe(800_000);
});
