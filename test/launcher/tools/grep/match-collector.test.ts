import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SearchEvent } from '../../../../launcher/tools/grep/engine.ts';
import { type CollectLimits, MatchCollector } from '../../../../launcher/tools/grep/match-collector.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const at = (file: string): Buffer => Buffer.from(`/project/${file}`);
const match = (file: string, line: number, text: string, more: object = {}): SearchEvent =>
  ({ kind: 'line', isMatch: true, path: at(file), line, column: 1, text, at: 0, ...more }) as SearchEvent;
const beside = (file: string, line: number, text: string): SearchEvent =>
  ({ kind: 'line', isMatch: false, path: at(file), line, column: null, text, at: undefined }) as SearchEvent;

function collecting(more: Partial<CollectLimits> = {}) {
  let enough = 0;
  const limits = { folder: '/project', maxMatches: 3, maxBytes: 100, contextLines: 1, ...more };
  const collector = new MatchCollector(limits, () => enough++);
  const add = (...events: readonly SearchEvent[]): void => {
    for (const event of events) collector.add(event);
  };
  return { add, collected: () => collector.collected(), enough: () => enough, collector };
}

const shown = ({ collected }: ReturnType<typeof collecting>): readonly string[] =>
  collected().matches.map(({ path: file, line, text }) => `${file}:${line}:${text}`);
const around = ({ collected }: ReturnType<typeof collecting>): readonly string[] =>
  collected().context.map(({ path: file, line, text }) => `${file}:${line}:${text}`);

test('as many matches as may be are shown, and more are told of', () => {
  const search = collecting();
  search.add(match('a', 1, 'x'), match('a', 2, 'y'), match('b', 1, 'z'));
  expect([search.enough(), search.collected().truncated]).toEqual([0, false]);
  search.add(match('b', 2, 'over'));
  expect([search.enough(), search.collected().truncated]).toEqual([1, true]);
  search.add(match('c', 1, 'later'), beside('a', 3, 'later'), { kind: 'finished' } as SearchEvent);
  expect(shown(search)).toEqual(['a:1:x', 'a:2:y', 'b:1:z']);
  expect([around(search), search.collector.finished, search.enough()]).toEqual([[], false, 1]);
});

test('a match that exactly fills the bytes is shown whole, one byte more ends the search', () => {
  const fits = collecting({ maxBytes: 6 });
  fits.add(match('a', 1, 'abc'), match('a', 2, 'def'));
  expect([shown(fits), fits.collected().truncated]).toEqual([['a:1:abc', 'a:2:def'], false]);
  const over = collecting({ maxBytes: 5 });
  over.add(match('a', 1, 'abc'), match('a', 2, 'def'));
  expect([shown(over), over.collected().truncated, over.enough()]).toEqual([['a:1:abc'], true, 1]);
});

test('the first match is shown in part where it alone is too long', () => {
  const search = collecting({ maxBytes: 2 });
  search.add(match('a', 1, 'abc'), match('a', 2, 'd'));
  expect([shown(search), search.collected().truncated, search.enough()]).toEqual([['a:1:ab'], true, 1]);
});

test('a line beside a match that has no room ends nothing', () => {
  const search = collecting({ maxBytes: 4 });
  search.add(match('a', 1, 'abc'), beside('a', 2, 'de'), match('a', 3, 'f'));
  expect([shown(search), around(search)]).toEqual([['a:1:abc', 'a:3:f'], []]);
  expect([search.collected().truncated, search.enough()]).toEqual([true, 0]);
});

test('matches and lines beside them stand in the order of files and lines', () => {
  const search = collecting();
  search.add(
    match('b', 9, 'late'),
    beside('b', 8, 'near'),
    match('b', 3, 'x'),
    beside('b', 2, 'y'),
    match('a', 5, 'z'),
  );
  expect(shown(search)).toEqual(['a:5:z', 'b:3:x', 'b:9:late']);
  expect(around(search)).toEqual(['b:2:y', 'b:8:near']);
});

test('a line that two paths lead to is shown once, and counts once', () => {
  const search = collecting({ maxBytes: 4 });
  search.add(match('a', 1, 'abc'), match('a', 1, 'abc'), match('a', 1, 'abc'), match('a', 2, 'd'));
  expect([shown(search), search.collected().truncated]).toEqual([['a:1:abc', 'a:2:d'], false]);
});

test('a binary file takes no room from others, before and after it is known to be one', () => {
  const search = collecting({ maxBytes: 6 });
  search.add(match('bin', 1, 'abc'), match('bin', 2, 'def'), { kind: 'binary', path: at('bin') } as SearchEvent);
  search.add(match('bin', 3, 'ghi'), match('a', 1, 'abc'), match('a', 2, 'd'), match('a', 3, 'ef'));
  expect([shown(search), search.collected().truncated]).toEqual([['a:1:abc', 'a:2:d', 'a:3:ef'], false]);
  expect(search.collected().binaryFiles).toEqual(['bin']);
});

test('a line with a NUL makes its file a binary one', () => {
  const search = collecting();
  search.add(match('z', 1, 'abc'), match('z', 2, 'a\0b'), match('b', 1, '\0'), match('a', 1, 'x'));
  expect([shown(search), search.collected().binaryFiles]).toEqual([['a:1:x'], ['b', 'z']]);
});

test('a line that begins near the beginning of a file and has its NUL further on cost the matches before it', () => {
  const search = collecting();
  search.add(match('a', 1, 'x', { offset: 0 }), match('a', 2, `${'x'.repeat(9_000)}\0`, { offset: 100 }));
  expect([shown(search), search.collected().binaryFiles]).toEqual([['a:1:x'], ['a']]);
});

test('a binary file at which the limit is reached does not end the search', async () => {
  const root = tempDir();
  const [text, binary] = [path.join(root, 'text'), path.join(root, 'binary')];
  await writeFile(text, 'x\n'.repeat(3));
  await writeFile(binary, `x\n${'\0'.repeat(100)}`);
  const search = collecting({ folder: root, maxMatches: 2 });
  const from = (file: string, line: number): SearchEvent => match('', line, 'x', { path: Buffer.from(file) });
  search.add(from(binary, 1), from(binary, 2), from(binary, 3));
  expect([search.enough(), search.collected().binaryFiles]).toEqual([0, ['binary']]);
  search.add(from(text, 1), from(text, 2), from(text, 3));
  expect([shown(search), search.enough()]).toEqual([['text:1:x', 'text:2:x'], 1]);
});

test('what could not be read is told, of twenty files at most, and after the limit too', () => {
  const search = collecting({ maxMatches: 0 });
  const unreadable = (i: number) =>
    ({ kind: 'unreadable', path: at(`f${String(i).padStart(2, '0')}`), why: 'Permission denied' }) as SearchEvent;
  search.add(match('a', 1, 'x'), ...Array.from({ length: 21 }, (_, i) => unreadable(20 - i)));
  const { unreadable: told, truncated } = search.collected();
  expect(told).toHaveLength(20);
  expect([told[0], told[19], truncated]).toEqual(['f01: Permission denied', 'f20: Permission denied', true]);
});

const LONG = 'y'.repeat(2001);

test('of a long line without a place for its match the file is looked into again', () => {
  const search = collecting({ maxBytes: 9000, maxMatches: 9 });
  const unplaced = { at: undefined, column: null };
  search.add(match('placed', 1, LONG), match('short', 1, LONG.slice(1), unplaced), match('long', 1, LONG, unplaced));
  search.add(beside('beside', 1, LONG), match('bin', 1, LONG, unplaced), {
    kind: 'binary',
    path: at('bin'),
  } as SearchEvent);
  expect(search.collected().unplaced).toEqual([at('long')]);
  search.collector.addWindow(at('long'), 1, 'there');
  search.collector.addWindow(at('short'), 1, 'there');
  search.collector.addWindow(at('placed'), 1, 'there');
  search.collector.addWindow(at('none'), 1, 'there');
  search.collector.addWindow(at('long'), 2, 'there');
  expect(shown(search).map((line) => line.slice(0, 14))).toEqual([
    'long:1:…there…',
    'placed:1:yyyyy',
    'short:1:yyyyyy',
  ]);
});

test('a line that no engine could hold is shown by what stands around its match', () => {
  const search = collecting({ maxMatches: 2 });
  search.add({ kind: 'skipped', path: at('huge') } as SearchEvent, match('huge', 3, 'x'));
  expect([search.collected().unplaced, search.collected().truncated]).toEqual([[at('huge')], false]);
  search.collector.addWindow(at('huge'), 7, 'there');
  expect(search.collected().matches[1]).toEqual({ path: 'huge', line: 7, column: null, text: '…there…' });
  search.add(match('b', 1, 'over'));
  search.collector.addWindow(at('huge'), 8, 'there');
  expect([shown(search), search.enough()]).toEqual([['huge:3:x', 'huge:7:…there…'], 1]);
});

test('lines left out of who knows which file are told of', () => {
  const search = collecting();
  search.add({ kind: 'skipped', path: undefined } as SearchEvent, { kind: 'finished' } as SearchEvent);
  expect([search.collected().truncated, search.collected().unplaced, search.collector.finished]).toEqual([
    true,
    [],
    true,
  ]);
});

test('where the limit of bytes falls into a file with a NUL further on, the result says that it is cut', async () => {
  const root = tempDir();
  const file = path.join(root, 'late.log');
  await writeFile(file, `${'x'.repeat(9)}\n`.repeat(2000).concat('\0'));
  const search = collecting({ maxBytes: 2000, maxMatches: 5000 });
  for (let line = 1; line <= 1000; line++) {
    search.add({
      ...match(file, line, 'x'.repeat(9)),
      path: Buffer.from(file),
      offset: (line - 1) * 10,
    } as SearchEvent);
  }
  const { matches, truncated } = search.collected();
  expect([matches.length > 100, truncated, search.enough()]).toEqual([true, true, 1]);
});
