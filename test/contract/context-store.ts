import { expect, test } from 'vitest';
import type { ContextStore } from '../../src/context/context-store.ts';
import { toTerms } from '../../src/context/search/query-terms.ts';
import { DESCRIBED } from '../../src/context/segment.ts';
import type { SqlContexts } from '../../src/context/sql/sql-context-store.ts';
import { hashOf, newSegment } from './new-segment.ts';

const P = 'shop';
const ids = (segments: readonly { readonly id: string }[]): string[] => segments.map(({ id }) => id);
const search = async (store: ContextStore, query: string): Promise<string[]> => {
  return ids((await store.search(P, toTerms(query), { tiers: ['stashed'] }, { limit: 10 })).segments);
};

/** Contract of every segment store. `open` makes an empty one with the caller's clock. */
export function describeContextStore(open: (options?: { readonly now?: () => number }) => Promise<SqlContexts>): void {
  test('texts come back byte for byte, in whatever tier, also those of many parts', async () => {
    const store = (await open()).of('me');
    const long = 'naïve 🙂 \0\r\n\u0001\ue000 "x" \u2028'.repeat(16_000);
    const added = await store.add(
      P,
      [newSegment('a', 'a\0b'), newSegment('long', long), newSegment('none', '')],
      'stashed',
    );
    expect(ids(added)).toEqual(['a', 'long', 'none']);
    const texts = await store.texts(P, ['a', 'long', 'none', 'missing']);
    expect([texts.get('a'), texts.get('long') === long, texts.get('none'), texts.size]).toEqual(['a\0b', true, '', 3]);
    await store.move(P, ['long'], { from: ['stashed'], to: 'working' });
    expect((await store.texts(P, ['long'])).get('long')).toBe(long);
    expect(await search(store, 'naïve')).toEqual([]);
    expect(await search(store, 'a*')).toEqual(['a']);
  });

  test('an id that is there stays unchanged, and a text is there once', async () => {
    let now = 1000;
    const contexts = await open({ now: () => now });
    const store = contexts.of('me');
    await store.add(P, [newSegment('a', 'same'), newSegment('b', 'same')], 'working');
    now = 2000;
    expect(await store.add(P, [newSegment('a', 'other')], 'stashed')).toEqual([]);
    const set = await store.working(P);
    expect(set.segments).toMatchObject([
      { id: 'a', createdAt: 1000, touchedAt: 1000, entered: 0 },
      { id: 'b', tokens: 4 },
    ]);
    expect((await store.texts(P, ['a', 'b'])).get('a')).toBe('same');
    expect(await store.knownTokens([hashOf('same'), hashOf('none')])).toEqual(new Map([[hashOf('same'), 4]]));
  });

  test('what is derived from a text comes with a working set, and with a snapshot that is restored', async () => {
    const store = (await open()).of('me');
    const made = newSegment('a', 'export const total = sum(1);\nreturn total;', {
      file: 'src/a.ts',
      type: 'code',
      task: 't',
    });
    await store.add(P, [made], 'working');
    const derived = { links: made.links, sketch: made.sketch };
    expect(made.sketch).toHaveLength(8);
    expect((await store.working(P)).segments).toMatchObject([derived]);
    await store.createSnapshot(P, { id: 'then', task: 't', name: 'then' });
    await store.remove(P, ['a']);
    await store.restore(P, 'then', ['a']);
    expect((await store.working(P)).segments).toMatchObject([derived]);
  });

  test('moves are of the tier they name, pinned ones stay, and a collection is counted where something went', async () => {
    // All within the same millisecond.
    const store = (await open({ now: () => 5000 })).of('me');
    await store.add(P, [newSegment('a', '1'), newSegment('b', '22'), newSegment('c', '333')], 'working');
    expect(await store.pin(P, ['b', 'missing'], true)).toEqual(['b']);
    const prune = { from: ['working'], to: 'stashed', collect: true } as const;
    expect(ids(await store.move(P, ['a', 'b', 'missing'], prune))).toEqual(['a']);
    expect(await store.move(P, ['a'], prune)).toEqual([]);
    expect(await store.state(P)).toMatchObject({ collections: 1 });
    expect(ids((await store.working(P)).segments)).toEqual(['b', 'c']);
    await store.move(P, ['a'], { from: ['stashed'], to: 'working' });
    // A segment that is moved back becomes the newest.
    expect((await store.working(P)).segments.map(({ id, entered }) => [id, entered])).toEqual([
      ['b', 0],
      ['c', 0],
      ['a', 0],
    ]);
    expect(ids(await store.remove(P, ['a', 'b']))).toEqual(['a']);
    expect((await store.working(P)).segments).toHaveLength(2);
    expect(await store.state(P)).toMatchObject({ collections: 1 });
    for (const ids of [['c'], ['c']]) await store.remove(P, ids, { collect: true });
    expect(await store.state(P)).toMatchObject({ collections: 2 });
  });

  test('a clock that goes back turns no order round', async () => {
    let now = 5000;
    const store = (await open({ now: () => now })).of('me');
    await store.add(P, [newSegment('first', '1')], 'working');
    now = 10;
    await store.add(P, [newSegment('second', '2')], 'working');
    const { segments, latest } = await store.working(P);
    expect([ids(segments), segments[1]?.touchedAt, latest]).toEqual([['first', 'second'], 5001, 5001]);
  });

  test('a working set that was read before shows what anybody changed since', async () => {
    const contexts = await open();
    const [reader, other] = [contexts.of('me'), contexts.of('me')];
    const asNew = () => contexts.of('me').working(P);
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => newSegment(`s${from + i}`, `text ${from + i}`, { tags: ['t'] }));
    const changes: readonly (() => Promise<unknown>)[] = [
      () => other.add(P, some(0, 12), 'working'),
      () => other.pin(P, ['s3', 's4'], true),
      () => other.move(P, ['s1', 's2', 's5'], { from: ['working'], to: 'stashed', collect: true }),
      () => other.add(P, some(12, 15), 'working'),
      () => other.move(P, ['s1', 's5'], { from: ['stashed'], to: 'working' }),
      () => other.pin(P, ['s3'], false),
      () => other.remove(P, ['s0', 's12']),
      () => other.add(P, [newSegment('s0', 'another text', { tags: ['new'] })], 'working'),
      () => other.setFocus(P, { currentTask: 'login' }),
      () =>
        other.remove(
          P,
          Array.from({ length: 15 }, (_, i) => `s${i}`),
        ),
      () => other.add('elsewhere', some(0, 3), 'working'),
    ];
    for (const change of changes) {
      await change();
      expect(await reader.working(P)).toEqual(await asNew());
    }
    expect(ids((await reader.working('elsewhere')).segments)).toEqual(['s0', 's1', 's2']);
    expect(ids((await reader.working(P)).segments)).toEqual(['s4']);
  });

  test('a project that was forgotten and is begun anew shows nothing of what was read before', async () => {
    const DAYS = 24 * 60 * 60 * 1000;
    let now = 0;
    const contexts = await open({ now: () => now });
    const reader = contexts.of('me');
    await reader.add(P, [newSegment('a', 'old'), newSegment('b', 'old too')], 'working');
    expect(ids((await reader.working(P)).segments)).toEqual(['a', 'b']);
    now = 91 * DAYS;
    await contexts.sweep();
    expect((await reader.working(P)).segments).toEqual([]);
    await reader.add(P, [newSegment('c', 'new')], 'working');
    expect(ids((await reader.working(P)).segments)).toEqual(['c']);
  });

  test('finds words, parts of names, phrases and prefixes: any of them, best first', async () => {
    const store = (await open()).of('me');
    await store.add(
      P,
      [
        newSegment('http', 'function parseHttpRequest(input) { return input; }', { file: 'src/http/parser.ts' }),
        newSegment('retry', 'the retry delay grows: retry again, then retry', { tags: ['net'] }),
        newSegment('both', 'retry the request after a timeout'),
        newSegment('snake', 'max_retry_count = 3'),
        newSegment('other', 'nothing of the kind'),
      ],
      'stashed',
    );
    expect(await search(store, 'request')).toEqual(['both', 'http']);
    expect((await search(store, 'retryCount')).sort()).toEqual(['both', 'retry', 'snake']);
    expect(await search(store, '"retry delay"')).toEqual(['retry']);
    expect(await search(store, 'time*')).toEqual(['both']);
    expect(await search(store, 'parser.ts')).toEqual(['http']);
    expect((await search(store, 'retry timeout zebra'))[0]).toBe('both');
    for (const syntax of ['retry" OR 1', 'retry NEAR(a) AND NOT', '{text}: retry)', "'; DROP TABLE x; --retry"]) {
      expect(await search(store, syntax)).toContain('retry');
    }
    const terms = toTerms('retry');
    const page = (limit: number, offset: number) => store.search(P, terms, { tiers: ['stashed'] }, { limit, offset });
    const [first, second] = [await page(2, 0), await page(2, 2)];
    expect([first.total, first.segments.length, second.segments.length]).toEqual([3, 2, 1]);
    expect(await page(2, 9)).toMatchObject({ total: 3, segments: [] });
    const tagged = await store.search(P, terms, { tiers: ['stashed'], tags: ['net'] }, { limit: 5 });
    expect([ids(tagged.segments), tagged.segments[0]?.hit]).toEqual([
      ['retry'],
      'the retry delay grows: retry again, then retry',
    ]);
    await store.remove(P, ['retry']);
    expect((await search(store, 'retry')).sort()).toEqual(['both', 'snake']);
  });

  test('a word that most of a large project has finds nothing beside a rarer one, unless it alone finds anything', async () => {
    const store = (await open()).of('me');
    const texts = Array.from({ length: 1000 }, (_, i) => `retry ${i % 2 === 0 ? 'the timeout' : 'what'} ${i}`);
    const many = texts.map((text, i) => newSegment(`s${i}`, i === 3 ? `${text} zebra` : text));
    await store.add(P, many.slice(0, 999), 'stashed');
    const total = async (query: string, task?: string): Promise<number> =>
      (await store.search(P, toTerms(query), { tiers: ['stashed'], task }, { limit: 1 })).total;
    expect(await total('retry zebra')).toBe(999);
    await store.add(P, many.slice(999), 'stashed');
    expect(await search(store, 'retry zebra')).toEqual(['s3']);
    expect(await total('retry timeout')).toBe(500);
    expect(await total('retry')).toBe(1000);
    expect(await total('retry elephant')).toBe(1000);
    await store.remove(P, ['s3']);
    await store.add(P, [newSegment('mine', 'retry', { task: 'mine' })], 'stashed');
    expect(await total('timeout retry', 'mine')).toBe(1);
    expect(await total('zebra elephant')).toBe(0);
  });

  test('lists what filters leave', async () => {
    const store = (await open({ now: () => 100 })).of('me');
    await store.setFocus(P, { currentTask: 'login' });
    await store.add(
      P,
      [
        newSegment('a', 'a', { file: 'x.ts', tags: ['one', 'two'], createdAt: 10 }),
        newSegment('b', 'b', { file: 'x.ts', tags: ['one'], type: 'log', task: 'other' }),
      ],
      'working',
    );
    const list = async (filter: object) =>
      ids((await store.list(P, { tiers: ['working'], ...filter }, { limit: 9 })).segments);
    expect(await list({})).toEqual(['b', 'a']);
    expect(await list({ task: 'login' })).toEqual(['a']);
    expect(await list({ tags: ['one', 'two'] })).toEqual(['a']);
    expect(await list({ type: 'log', file: 'x.ts' })).toEqual(['b']);
    expect(await list({ createdBefore: 50 })).toEqual(['a']);
    expect(await list({ createdAfter: 50 })).toEqual(['b']);
    expect(await list({ ids: ["a' OR 1=1 --"] })).toEqual([]);
  });

  test('a snapshot stays as it was, and brings back also what was deleted', async () => {
    const store = (await open()).of('me');
    await store.setFocus(P, { currentTask: 'login' });
    await store.add(
      P,
      [newSegment('a', 'alpha'), newSegment('b', 'beta'), newSegment('c', 'gamma', { task: 'x' })],
      'working',
    );
    const made = await store.createSnapshot(P, { id: 'snap-1', task: 'login', name: 'first' });
    expect(made).toMatchObject({ id: 'snap-1', name: 'first', segments: 2, tokens: 9 });
    await store.remove(P, ['a']);
    await store.move(P, ['b'], { from: ['working'], to: 'stashed' });
    await store.add(P, [newSegment('d', 'delta')], 'working');
    expect(ids((await store.snapshotSegments(P, 'snap-1')) ?? [])).toEqual(['a', 'b']);
    expect((await store.snapshotTexts(P, 'snap-1', ['a'])).get('a')).toBe('alpha');
    expect(ids(await store.restore(P, 'snap-1', ['a', 'b', 'd'])).sort()).toEqual(['a', 'b']);
    expect(ids((await store.working(P)).segments).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect((await store.working(P)).inSnapshots).toEqual(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    expect((await store.texts(P, ['a'])).get('a')).toBe('alpha');
    await store.remove(P, ['a', 'b']);
    await store.add(P, [newSegment('b', 'another text')], 'stashed');
    expect(ids(await store.restore(P, 'snap-1', ['a', 'b']))).toEqual(['a']);
    await store.remove(P, ['a']);
    await store.add(P, [newSegment('a', 'al', { tags: [DESCRIBED] })], 'working');
    expect(ids(await store.restore(P, 'snap-1', ['a']))).toEqual(['a']);
    expect((await store.texts(P, ['a'])).get('a')).toBe('alpha');
    expect([await store.snapshotSegments(P, 'none'), await store.snapshots(P, 'x')]).toEqual([undefined, []]);
    expect(await store.snapshots(P)).toEqual([made]);
  });

  test('no owner sees, finds, moves or deletes what is another’s', async () => {
    const contexts = await open();
    const [blue, amber] = [contexts.of('blue'), contexts.of('amber')];
    await blue.add(P, [newSegment('a', 'the same words')], 'stashed');
    await amber.add(P, [newSegment('b', 'the same words')], 'stashed');
    await blue.createSnapshot(P, { id: 's', task: 't', name: 'n' });
    for (const store of [amber, contexts.of('Blue'), contexts.of("' OR 1=1 --")]) {
      expect((await store.texts(P, ['a'])).size).toBe(0);
      expect(await search(store, 'words')).not.toContain('a');
      expect([await store.move(P, ['a'], { from: ['stashed'], to: 'working' }), await store.remove(P, ['a'])]).toEqual([
        [],
        [],
      ]);
      expect([await store.snapshots(P), await store.snapshotSegments(P, 's'), await store.pin(P, ['a'], true)]).toEqual(
        [[], undefined, []],
      );
    }
    await amber.remove(P, ['b']);
    expect(await search(blue, 'words')).toEqual(['a']);
    expect((await blue.texts(P, ['a'])).get('a')).toBe('the same words');
  });

  test('a newer read takes the place of older ones of lines that it has too, and of no others', async () => {
    const store = (await open()).of('me');
    const lines = (start: number, end: number) => ({ file: 'a.ts', lines: { start, end } });
    const older = [
      ...[newSegment('whole', 'v1', { file: 'a.ts' }), newSegment('within', 'v1', lines(11, 19))],
      ...[newSegment('beside', 'v1', lines(15, 30)), newSegment('kept', 'v1', { ...lines(12, 13), pinned: true })],
      ...[
        newSegment('other', 'v1', { file: 'b.ts' }),
        newSegment('said', 'v1', { ...lines(12, 13), type: 'decision' }),
      ],
    ];
    await store.add(P, [...older, newSegment('part', 'v2', lines(10, 20))], 'working');
    expect(ids(await store.supersede(P, 'part'))).toEqual(['within']);
    await store.add(P, [newSegment('new', 'v3', { file: 'a.ts' })], 'working');
    expect(ids(await store.supersede(P, 'new')).sort()).toEqual(['beside', 'part', 'whole']);
    expect(ids((await store.working(P)).segments)).toEqual(['kept', 'other', 'said', 'new']);
  });

  test('projects that nobody uses any more are deleted, with all their words and texts', async () => {
    let now = 0;
    const contexts = await open({ now: () => now });
    await contexts.of('me').add('old', [newSegment('a', 'words')], 'stashed');
    // More than the store deletes at once.
    const many = Array.from({ length: 450 }, (_, i) => newSegment(`s${i}`, `words ${i}`));
    await contexts.of('me').add('old too', many, 'stashed');
    await contexts.of('me').createSnapshot('old', { id: 's', task: 't', name: 'n' });
    now = 91 * 24 * 3_600_000;
    await contexts.of('me').add(P, [newSegment('b', 'words')], 'stashed');
    await contexts.sweep();
    for (const old of ['old', 'old too'])
      expect(
        await contexts.of('me').list(old, { tiers: ['working', 'stashed', 'archive'] }, { limit: 1 }),
      ).toMatchObject({ total: 0 });
    expect(await search(contexts.of('me'), 'words')).toEqual(['b']);
  });
}
