import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeRoom } from '../../../../launcher/platform/artifacts/file-artifact-store.ts';
import type { StoredArtifact } from '../../../../launcher/platform/artifacts/stored-artifact.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/**
 * Makes room among three files of 10 bytes, where only two fit. The first file is new. Returns the files that stay, by
 * their time of use.
 */
async function staying(used: readonly number[], now: number): Promise<readonly number[]> {
  const folder = tempDir();
  const artifacts = used.map((_, i): StoredArtifact => {
    const name = `file ${i}`;
    writeFileSync(path.join(folder, name), '');
    return {
      ...{ name, ref: `ax://test/${i}`, domain: 'test', id: String(i) },
      bytes: 10,
      createdAt: 0,
      expiresAt: 1e9,
    };
  });
  const at = (one: StoredArtifact): number => used[artifacts.indexOf(one)] as number;
  const times = {
    stamp: () => now,
    of: async () => artifacts.map((artifact) => ({ artifact, at: at(artifact) })),
    look: async (artifact: StoredArtifact) => at(artifact),
  };
  const live = new Map(artifacts.map((one) => [one.ref, one]));
  await makeRoom(folder, live, { own: artifacts[0] as StoredArtifact, maxBytes: 20, times, now: () => now });
  return used.filter((_, i) => existsSync(path.join(folder, `file ${i}`)));
}

test('the least recently used goes', async () => {
  expect(await staying([3_000, 1_000, 2_000], 3_000)).toEqual([3_000, 2_000]);
});

test('what was used by a clock that is ahead counts as just before the new one', async () => {
  expect(await staying([1_000, 900_000, 999], 1_000)).toEqual([1_000, 900_000]);
  expect(await staying([1_000, 900_000, 1_000], 1_000)).toEqual([1_000, 1_000]);
});

test('where a machine was slow, what others used since the put was taken for another clock’s', async () => {
  expect(await staying([1_000, 4_000, 3_000], 5_000)).toEqual([4_000, 3_000]);
});
