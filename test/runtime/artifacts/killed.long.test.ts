import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { artifactBlocks, BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { createArtifactId } from '../../../src/artifacts/artifact-id.ts';
import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { NODE } from '../started.ts';
import { openStore, type StoreKind } from './open-store.ts';
import { seeded } from './seeded.ts';

const PUTTING = fileURLToPath(new URL('putting.ts', import.meta.url));
const MAX_BYTES = BLOCK_BYTES * 20;
const KILLS = 6;

/** Starts a process that puts artifacts, and kills it when it has written `lines` lines. Resolves to these lines. */
async function killAfter(lines: number, kind: StoreKind, folder: string, seed: number): Promise<readonly string[]> {
  const child = spawn(NODE, [PUTTING, kind, folder, String(seed), String(MAX_BYTES)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, errors] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    if (out.split('\n').length > lines) child.kill('SIGKILL');
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  if (signal !== 'SIGKILL') throw new Error(`it was to be killed and exited with ${code}: ${errors}`);
  return out.split('\n').slice(0, -1);
}

/**
 * Reads every artifact that a store lists. Resolves to their references, and to those whose bytes do not match their
 * id.
 */
async function readAll(store: ArtifactStore): Promise<{ readonly listed: string[]; readonly wrong: string[] }> {
  const [listed, wrong]: [string[], string[]] = [[], []];
  for (const info of (await store.list({ limit: 1000 }))?.artifacts ?? []) {
    listed.push(info.ref);
    const naming = createArtifactId(info.domain);
    for await (const block of artifactBlocks((await store.read(info)) ?? 'nothing')) await naming.add(block);
    if ((await naming.finish()) !== info.id) wrong.push(info.ref);
  }
  return { listed, wrong };
}

for (const kind of ['files', 'sqlite'] as const) {
  test(`a process that is killed while it stores leaves whole artifacts alone: ${kind}`, async () => {
    const folder = tempDir();
    const random = seeded(kind.length);
    for (let kill = 0; kill < KILLS; kill++) {
      const lines = await killAfter(1 + Math.floor(random() * 60), kind, folder, kill);
      const { store, database } = await openStore(kind, folder, MAX_BYTES);
      const { listed, wrong } = await readAll(store);
      expect(wrong).toEqual([]);
      const acknowledged = lines.findLast((line) => line.startsWith('put '))?.slice(4);
      if (acknowledged !== undefined) {
        expect(await store.info(parseArtifactRef(acknowledged) ?? { domain: '', id: '' })).toBeDefined();
      }
      expect((await store.usage()).artifacts).toBe(listed.length);
      if (kind === 'files') expect(readdirSync(folder)).toHaveLength(listed.length);
      const lost = `SELECT DISTINCT body FROM artifact_chunks
        WHERE body NOT IN (SELECT body FROM artifacts) AND body NOT IN (SELECT body FROM artifact_uploads)`;
      expect((await database?.query(lost))?.rows ?? []).toEqual([]);
      database?.close();
    }
  });
}
