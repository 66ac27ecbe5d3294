import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileArtifactStore } from '../../../../launcher/platform/artifacts/file-artifact-store.ts';
import { BLOCK_BYTES } from '../../../../src/artifacts/artifact-blocks.ts';
import type { ArtifactInfo, ArtifactStore } from '../../../../src/artifacts/artifact-store.ts';
import { describeArtifactStore, manyBytes } from '../../../contract/artifact-store.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const newFolder = (): string => path.join(tempDir(), 'home', 'artifacts');
const put = (store: ArtifactStore, body: string | Uint8Array): Promise<ArtifactInfo> =>
  store.put({ domain: 'test', mimeType: 'text/plain', body });
const onlyFile = (folder: string): string => path.join(folder, readdirSync(folder)[0] ?? '');

describe('artifacts in files', () => {
  describeArtifactStore(async (options) => createFileArtifactStore({ ...options, folder: newFolder() }));
});

test('a put that was refused does not go on making the folder', async () => {
  const folder = newFolder();
  const store = createFileArtifactStore({ folder });
  await expect(store.put({ domain: 'A', mimeType: 'text/plain', body: 'x' })).rejects.toThrow();
  expect(existsSync(folder)).toBe(true);
});

// A store frees space after a put, and finishes that before it answers another request.
describe('several stores on one folder', () => {
  test('see, read and remove what the others put', async () => {
    const folder = newFolder();
    const [a, b] = [createFileArtifactStore({ folder }), createFileArtifactStore({ folder })];
    const info = await put(a, 'one');
    expect([await b.info(info), await b.list()]).toEqual([info, { artifacts: [info] }]);
    expect(new TextDecoder().decode(await b.read(info))).toBe('one');
    expect(await b.remove(info)).toBe(true);
    expect([await a.info(info), await a.read(info), await a.remove(info)]).toEqual([undefined, undefined, false]);
  });

  test('find what another has put again, under its new name', async () => {
    const folder = newFolder();
    let now = 0;
    const options = { folder, ttlMs: 100, now: () => now };
    const [a, b] = [createFileArtifactStore(options), createFileArtifactStore(options)];
    const info = await put(a, 'one');
    now = 60;
    const again = await put(b, 'one');
    await b.usage();
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await a.info(info)).toEqual(again);
    now = 120;
    expect(await a.read(info)).toEqual(new TextEncoder().encode('one'));
  });

  test('find what others put again all the while', async () => {
    const folder = newFolder();
    const stores = [0, 1, 2].map((later) => createFileArtifactStore({ folder, now: () => Date.now() + later }));
    const bodies = Array.from({ length: 150 }, (_, i) => `body ${i}`);
    const found = await Promise.all(
      bodies.flatMap((body) =>
        stores.map(async (store, i) => {
          const info = await put(store, body);
          return stores[(i + 1) % stores.length]?.read(info);
        }),
      ),
    );
    expect(found.filter((bytes) => bytes === undefined)).toEqual([]);
  });

  test('keep to the cap together, by the use of all', async () => {
    const folder = newFolder();
    // The clock starts at 0, far from the times of files. Files that are being written must not be taken for leftovers.
    let now = 0;
    const options = { folder, maxBytes: 10, now: () => now++ };
    const [a, b] = [createFileArtifactStore(options), createFileArtifactStore(options)];
    const [first, second] = [await put(a, 'aaaa'), await put(b, 'bbbb')];
    // Each store has read the times of use once. A use by the other store comes later.
    const third = await put(a, 'cccc');
    expect([await a.info(first), (await a.usage()).bytes]).toEqual([undefined, 8]);
    await b.read(second);
    const fourth = await put(a, 'dddd');
    expect(await a.info(third)).toBeUndefined();
    expect((await b.list())?.artifacts.map(({ ref }) => ref)).toEqual([fourth.ref, second.ref]);
  });

  test('keep to the cap when they put at the same time, and lose no more than that takes', async () => {
    const folder = newFolder();
    const stores = Array.from({ length: 4 }, () => createFileArtifactStore({ folder, maxBytes: 100 }));
    await Promise.all(Array.from({ length: 60 }, (_, i) => put(stores[i % 4] as ArtifactStore, `number ${100 + i}`)));
    expect((await put(stores[0] as ArtifactStore, 'the last 1')).bytes).toBe(10);
    for (const store of stores) await store.usage();
    expect(await stores[1]?.usage()).toMatchObject({ artifacts: 10, bytes: 100 });
  });
});

test('a clock that was set back evicted what had just been put', async () => {
  const folder = newFolder();
  const before = createFileArtifactStore({ folder, maxBytes: 10, now: () => 1e6 });
  await put(before, 'aaaa');
  await put(before, 'bbbb');
  const store = createFileArtifactStore({ folder, maxBytes: 10, now: () => 1000 });
  const info = await put(store, 'cccc');
  expect(await store.info(info)).toEqual(info);
  expect((await store.usage()).bytes).toBe(8);
});

test('the folder and its files are their owner’s alone', async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const store = createFileArtifactStore({ folder });
  await put(store, 'secret');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(onlyFile(folder)).mode & 0o777).toBe(0o600);
});

test('nothing is made before the first put', async () => {
  const folder = newFolder();
  const store = createFileArtifactStore({ folder });
  expect([await store.list(), (await store.usage()).bytes]).toEqual([{ artifacts: [] }, 0]);
  expect(existsSync(folder)).toBe(false);
});

test('text is compressed', async () => {
  const folder = newFolder();
  await put(createFileArtifactStore({ folder }), 'the same line again\n'.repeat(50_000));
  expect(statSync(onlyFile(folder)).size).toBeLessThan(20_000);
});

describe('a file that is not what was written', () => {
  const body = manyBytes(BLOCK_BYTES * 2 + 10);
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'cut short': (file) => truncateSync(file, statSync(file).size - 1),
    empty: (file) => truncateSync(file, 0),
    'another byte in a block': (file) => flip(file, 5),
    'another byte in the footer': (file) => flip(file, statSync(file).size - 100),
    'bytes put before it': (file) => writeFileSync(file, Buffer.concat([Buffer.from('x'), readFileSync(file)])),
    'zeros, as after a power loss': (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
    'another text': (file) => writeFileSync(file, 'This is somebody’s notes'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`is not served: ${name}`, async () => {
      const folder = newFolder();
      const store = createFileArtifactStore({ folder });
      const whole = await put(store, 'whole');
      const info = await put(store, body);
      damage(path.join(folder, readdirSync(folder).find((one) => one.includes(info.id)) ?? ''));
      expect(await store.read(info)).toBeUndefined();
      expect(await store.list()).toEqual({ artifacts: [whole] });
      expect(await put(store, body)).toMatchObject({ ref: info.ref });
      expect((await store.read(info))?.length).toBe(body.length);
    });
  }

  test('is not served under the name of another', async () => {
    const folder = newFolder();
    const store = createFileArtifactStore({ folder });
    const info = await put(store, 'one');
    const file = onlyFile(folder);
    const id = '0'.repeat(32);
    writeFileSync(file.replace(info.id, id), readFileSync(file));
    expect([await store.read({ domain: 'test', id }), await store.info({ domain: 'test', id })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await store.list()).toEqual({ artifacts: [info] });
  });
});

test('links, folders and other files are neither followed, served nor removed', async () => {
  const folder = newFolder();
  const elsewhere = path.join(tempDir(), 'elsewhere');
  const store = createFileArtifactStore({ folder, maxBytes: 10 });
  const info = await put(store, 'one');
  writeFileSync(elsewhere, readFileSync(onlyFile(folder)));
  const name = (digit: string): string => path.join(folder, `test.${digit.repeat(32)}.3.1.${1e14}`);
  symlinkSync(elsewhere, name('1'));
  mkdirSync(name('2'));
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  for (const digit of '12') expect(await store.read({ domain: 'test', id: digit.repeat(32) })).toBeUndefined();
  expect(await store.list()).toEqual({ artifacts: [info] });
  await put(store, '1234567890');
  await store.usage();
  expect(existsSync(elsewhere) && existsSync(name('1')) && existsSync(name('2'))).toBe(true);
  expect(readdirSync(folder)).toHaveLength(4);
});

test('a link in the folder’s place is refused, and says so', async () => {
  const folder = path.join(tempDir(), 'artifacts');
  const target = tempDir();
  symlinkSync(target, folder);
  const store = createFileArtifactStore({ folder });
  const refused = { name: 'ArtifactError', code: 'failed', message: expect.stringContaining(JSON.stringify(folder)) };
  await expect(put(store, 'one')).rejects.toMatchObject(refused);
  await expect(store.list()).rejects.toMatchObject(refused);
  expect(readdirSync(target)).toEqual([]);
});

test('a folder that cannot be made says what was attempted, where, and the errno', async () => {
  const file = path.join(tempDir(), 'file');
  writeFileSync(file, '');
  const folder = path.join(file, 'artifacts');
  await expect(put(createFileArtifactStore({ folder }), 'one')).rejects.toMatchObject({
    name: 'ArtifactError',
    code: 'failed',
    message: `make the folder of artifacts in ${JSON.stringify(folder)}: a part of its path is a file, not a folder`,
  });
});

describe('what a writer left', () => {
  const ended = 2 ** 22 + 1; // above the highest process id that Linux gives
  test('goes when that has ended, or a day later; what is being written stays', async () => {
    const folder = newFolder();
    const store = createFileArtifactStore({ folder });
    let held: string[] = [];
    const body = async function* (): AsyncGenerator<string> {
      // Bodies larger than this are written before they end; small ones only at the end.
      yield 'a'.repeat(8 * BLOCK_BYTES + 1);
      held = readdirSync(folder);
      const dead = (held[0] ?? '').replace(`-${process.pid}-`, `-${ended}-`);
      writeFileSync(path.join(folder, dead), 'left');
      expect(await store.list()).toEqual({ artifacts: [] });
      expect(readdirSync(folder)).toEqual(held);
      const far = (held[0] ?? '').replace(/[0-9a-f]{8}/, '00000000');
      writeFileSync(path.join(folder, far), 'another machine’s');
      await store.list();
      expect(readdirSync(folder)).toHaveLength(2);
      yield 'b';
    };
    const info = await store.put({ domain: 'test', mimeType: 'a/b', body: body() });
    expect(held).toEqual([expect.stringMatching(/^\.part-/)]);
    expect((await store.read(info))?.length).toBe(8 * BLOCK_BYTES + 2);
  });
});

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
