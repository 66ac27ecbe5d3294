import { expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../src/artifacts/artifact-blocks.ts';
import { parseArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { ArtifactStoreOptions } from '../../src/artifacts/memory-artifact-store.ts';
import type { SqlArtifacts } from '../../src/artifacts/sql/sql-artifact-store.ts';

const text = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

/** Returns bytes that do not repeat at the length of a block. */
export function manyBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 7 + (i >> 8) * 13 + (i >> 16)) & 255;
  return bytes;
}

// Used because `expect` takes seconds to compare byte by byte.
function sameBytes(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * Opens stores with owners of their own on one database. Opening a D1 for each test would take longer than most tests.
 */
export function onOneDatabase(
  open: () => Promise<(options: ArtifactStoreOptions) => SqlArtifacts>,
): (options: ArtifactStoreOptions) => Promise<SqlArtifacts> {
  let opening: ReturnType<typeof open> | undefined;
  let owners = 0;
  return async (options) => {
    opening ??= open();
    const artifacts = (await opening)(options);
    const owner = ++owners;
    return { ...artifacts, of: (team) => artifacts.of(`${owner}/${team}`) };
  };
}

/** Contract of every artifact store. `open` makes an empty one. */
export function describeArtifactStore(open: (options: ArtifactStoreOptions) => Promise<ArtifactStore>): void {
  const put = (store: ArtifactStore, body: string, domain = 'test'): Promise<ArtifactInfo> =>
    store.put({ domain, mimeType: 'text/plain', body });

  test('gives back what was put, and tells its size and when it expires', async () => {
    const store = await open({ ttlMs: 500, now: () => 1000 });
    const info = await put(store, 'naïve 🙂\n');
    expect(info).toEqual({
      ref: `ax://test/${info.id}`,
      domain: 'test',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      mimeType: 'text/plain',
      bytes: 12,
      createdAt: 1000,
      expiresAt: 1500,
    });
    expect(parseArtifactRef(info.ref)).toEqual({ domain: 'test', id: info.id });
    expect(await store.info(info)).toEqual(info);
    expect(text(await store.read(info))).toBe('naïve 🙂\n');
    expect(await store.usage()).toEqual({ artifacts: 1, bytes: 12, maxBytes: expect.any(Number), ttlMs: 500 });
  });

  test('names content and domain, however the content comes in', async () => {
    const store = await open({ now: () => 1 });
    const bytes = manyBytes(BLOCK_BYTES * 2 + 10);
    const whole = await store.put({ domain: 'test', mimeType: 'a/b', body: bytes });
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003);
    };
    expect((await store.put({ domain: 'test', mimeType: 'a/b', body: pieces() })).ref).toBe(whole.ref);
    expect((await store.usage()).artifacts).toBe(1);
    expect((await store.put({ domain: 'other', mimeType: 'a/b', body: bytes })).id).not.toBe(whole.id);
    expect(sameBytes(await store.read(whole), bytes)).toBe(true);
  });

  test('waits with what is not confirmed yet, and keeps nothing of what never is', async () => {
    const store = await open({});
    let confirm = (): void => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    const body = `${'a'.repeat(2000)}\n`;
    const kept = store.put({ domain: 'test', mimeType: 'text/plain', body, confirmed });
    const refusal = Promise.reject(new Error('not needed'));
    refusal.catch(() => {});
    const refused = store.put({ domain: 'test', mimeType: 'text/plain', body: 'b', confirmed: refusal });
    await expect(refused).rejects.toThrow('not needed');
    expect((await store.usage()).artifacts).toBe(0);
    confirm();
    expect(text(await store.read(await kept))).toBe(body);
    expect((await store.usage()).artifacts).toBe(1);
  });

  test('reads ranges, across blocks and beyond the end', async () => {
    const store = await open({});
    const bytes = manyBytes(BLOCK_BYTES * 2 + 10);
    const info = await store.put({ domain: 'test', mimeType: 'a/b', body: [bytes] });
    for (const [offset, length] of [
      [0, 5],
      [BLOCK_BYTES - 2, 4],
      [BLOCK_BYTES - 1, BLOCK_BYTES + 5],
      [BLOCK_BYTES * 2, 99],
      [bytes.length, 1],
      [bytes.length + 9, 9],
      [3, 0],
    ] as const) {
      expect(sameBytes(await store.read(info, { offset, length }), bytes.subarray(offset, offset + length))).toBe(true);
    }
    expect(sameBytes(await store.read(info, { offset: BLOCK_BYTES * 2 }), bytes.subarray(BLOCK_BYTES * 2))).toBe(true);
  });

  test('holds what is empty', async () => {
    const store = await open({});
    const info = await put(store, '');
    expect([info.bytes, await store.read(info)]).toEqual([0, new Uint8Array()]);
  });

  test('knows nothing of what was never put, and forgets what is removed', async () => {
    const store = await open({});
    const nothing = { domain: 'test', id: '0'.repeat(32) };
    expect([await store.info(nothing), await store.read(nothing), await store.remove(nothing)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const info = await put(store, 'a');
    expect(await store.info({ ...info, domain: 'other' })).toBeUndefined();
    expect(await store.remove(info)).toBe(true);
    expect([await store.info(info), await store.read(info), (await store.usage()).bytes]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });

  test('forgets what has expired; putting it again keeps it for longer', async () => {
    let now = 0;
    const store = await open({ ttlMs: 100, now: () => now });
    const [a, b] = [await put(store, 'a'), await put(store, 'b')];
    now = 60;
    expect((await put(store, 'b')).expiresAt).toBe(160);
    now = 100;
    expect([await store.info(a), await store.read(a), text(await store.read(b))]).toEqual([undefined, undefined, 'b']);
    expect((await store.list())?.artifacts.map(({ ref }) => ref)).toEqual([b.ref]);
    expect(await store.usage()).toMatchObject({ artifacts: 1, bytes: 1 });
  });

  test('drops what was not used for longest when there is too much, and refuses what alone is too large', async () => {
    let now = 0;
    const store = await open({ maxBytes: 10, now: () => now++ });
    const [a, b] = [await put(store, 'aaaa'), await put(store, 'bbbb')];
    await store.read(a);
    const c = await put(store, 'cccc');
    expect([text(await store.read(a)), await store.read(b), text(await store.read(c))]).toEqual([
      'aaaa',
      undefined,
      'cccc',
    ]);
    await expect(put(store, 'd'.repeat(11))).rejects.toMatchObject({ name: 'ArtifactError', code: 'too_large' });
    expect(await store.usage()).toMatchObject({ artifacts: 2, bytes: 8, maxBytes: 10 });
  });

  test('keeps nothing of a body that breaks off', async () => {
    const store = await open({});
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield manyBytes(BLOCK_BYTES + 1);
      throw new Error('gone');
    };
    await expect(store.put({ domain: 'test', mimeType: 'a/b', body: broken() })).rejects.toThrow();
    expect(await store.usage()).toMatchObject({ artifacts: 0, bytes: 0 });
    expect(await store.list()).toEqual({ artifacts: [] });
  });

  test('refuses a domain that no reference can hold', async () => {
    const store = await open({});
    for (const domain of ['', '..', 'a/b', 'A', 'ä', 'a'.repeat(33), 'a b', 'a.b']) {
      await expect(put(store, 'x', domain)).rejects.toMatchObject({ name: 'ArtifactError', code: 'invalid_ref' });
    }
  });

  test('lists the newest first, page by page', async () => {
    let now = 0;
    const store = await open({ now: () => now });
    const refs: string[] = [];
    for (let i = 0; i < 7; i++) {
      now = 10 + (i >> 1);
      refs.push((await put(store, `number ${i}`)).ref);
    }
    const seen: ArtifactInfo[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ cursor, limit: 3 });
      if (page === undefined) return expect.fail('its own cursor was refused');
      expect(page.artifacts.length).toBeLessThanOrEqual(3);
      seen.push(...page.artifacts);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen.map(({ ref }) => ref).sort()).toEqual(refs.toSorted());
    expect(seen.map(({ createdAt }) => createdAt)).toEqual([13, 12, 12, 11, 11, 10, 10]);
    for (const bad of ['', 'x', '!!', 'W10', btoa('["l",1,"ax://../1"]').replace(/=+$/, '')]) {
      expect(await store.list({ cursor: bad })).toBeUndefined();
    }
  });
}

/** Contract of every artifact store with many teams. `open` makes an empty one. */
export function describeArtifactTeams(open: (options: ArtifactStoreOptions) => Promise<SqlArtifacts>): void {
  const put = (store: ArtifactStore, body: string): Promise<ArtifactInfo> =>
    store.put({ domain: 'test', mimeType: 'text/plain', body });

  test('no team sees, lists, removes or displaces what is another’s', async () => {
    const artifacts = await open({ maxBytes: 10, now: () => 1 });
    const [blue, amber] = [artifacts.of('blue'), artifacts.of('amber')];
    const info = await put(blue, '12345678');
    expect([await amber.info(info), await amber.read(info), await amber.remove(info)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect([await amber.list(), (await amber.usage()).bytes]).toEqual([{ artifacts: [] }, 0]);
    await put(amber, '12345678');
    await put(amber, '87654321');
    expect(await amber.remove(info)).toBe(false);
    expect(await blue.info(info)).toEqual(info);
  });

  test('the same content is each team’s own: one removes it, the other still reads it', async () => {
    const artifacts = await open({});
    const [blue, amber] = [artifacts.of('blue'), artifacts.of('amber')];
    const info = await put(blue, 'the same');
    expect((await put(amber, 'the same')).ref).toBe(info.ref);
    expect([await blue.remove(info), await blue.read(info)]).toEqual([true, undefined]);
    expect(text(await amber.read(info))).toBe('the same');
  });

  test('a cursor of another team leads through one’s own artifacts alone', async () => {
    let now = 1000;
    const artifacts = await open({ now: () => now++ });
    const [blue, amber] = [artifacts.of('blue'), artifacts.of('amber')];
    const own = await put(amber, 'amber’s');
    for (const body of ['a', 'b', 'c']) await put(blue, body);
    const page = await blue.list({ limit: 1 });
    expect(page?.nextCursor).toBeTypeOf('string');
    expect(await amber.list({ cursor: page?.nextCursor })).toEqual({ artifacts: [own] });
    expect(await artifacts.of('red').list({ cursor: page?.nextCursor })).toEqual({ artifacts: [] });
  });

  test('a team whose name is like another’s, or like a path or a pattern, sees nothing of it', async () => {
    const artifacts = await open({});
    const blue = await put(artifacts.of('blue'), 'blue’s');
    for (const team of ['Blue', 'blue/', '../blue', '%', '', "' OR 1=1 --"]) {
      const store = artifacts.of(team);
      expect([await store.list(), await store.read(blue), await store.remove(blue)]).toEqual([
        { artifacts: [] },
        undefined,
        false,
      ]);
    }
    const amber = artifacts.of('amber');
    for (const domain of ['', '..', '%', 'te_t', `../blue/${blue.domain}`]) {
      expect(await amber.info({ domain, id: blue.id })).toBeUndefined();
    }
    expect(await artifacts.of('blue').list()).toEqual({ artifacts: [blue] });
  });
}
