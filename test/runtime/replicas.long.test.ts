import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool } from '../bench/replicas/ask.ts';
import { openBooks } from '../bench/replicas/books.ts';
import { surviveFaults } from '../bench/replicas/faults.ts';
import { openStage, type Stage } from '../bench/replicas/stage.ts';
import { fill, toolContent } from '../bench/replicas/traffic.ts';
import { ADMIN } from '../bench/worker/bench-key.ts';
import { visitor } from '../corpus/doors/worker/visitor.ts';
import { findOnPath } from '../support/find-on-path.ts';
import { binaries } from '../support/postgres/binaries.ts';
import { REDIS } from '../support/redis/server.ts';

const TIMEOUT = 600_000;
const isInstalled = binaries() !== undefined && REDIS !== undefined && findOnPath('nginx') !== undefined;

test.skipIf(!isInstalled)(
  'three workers lose nothing that they confirmed when they, PostgreSQL and Redis are killed under load',
  async () => {
    const { books, faults, counted, mayBeLost } = await surviveFaults({ teams: 5, keys: 40, kills: 3 });
    expect(faults).toEqual([]);
    expect(counted.answered - counted.stored).toBeLessThanOrEqual(mayBeLost);
    const unanswered = [...books.unanswered.values()].reduce((sum, times) => sum + times, 0);
    expect(counted.stored).toBeLessThanOrEqual(counted.answered + unanswered);
    expect(books.artifacts.length).toBeGreaterThan(0);
    expect(books.segments.length).toBeGreaterThan(0);
  },
  TIMEOUT,
);

describe.skipIf(!isInstalled)('no session sticks to a worker', () => {
  let stage: Stage;
  let key = '';
  const url = (i: number): string => stage.replicas[i]?.url ?? '';

  beforeAll(async () => {
    stage = await openStage({ replicas: 3, redis: true, s3: true });
    const books = openBooks();
    await fill(stage.url, books, { teams: 1, keys: 1 });
    key = [...books.keys.values()][0]?.key ?? '';
  }, TIMEOUT);
  afterAll(() => stage?.close(), TIMEOUT);

  test('a sign-in at one is a sign-in at all, and a form of one is taken by another', async () => {
    // nginx sends each request to the next worker.
    const browse = visitor({ url: stage.url } as Parameters<typeof visitor>[0]);
    await browse('/dashboard/sign-in');
    expect((await browse('/dashboard/sign-in', { key: ADMIN })).status).toBe(303);
    for (let i = 0; i < 3; i++) expect((await browse('/dashboard')).body).toContain('Team 0');
  });

  test('a text that one stored is read from the others, page by page', async () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `const retryDelay${i} = ${i};`).join('\n');
    const args = { text, context_focus_question: 'retry delay', max_tokens: 50_000 };
    const stored = await callTool(url(0), key, 'prune_text', args);
    const { artifactRef: ref } = toolContent(stored.ok && stored.json) as { readonly artifactRef: string };
    let content = '';
    let cursor: string | undefined;
    let pages = 0;
    do {
      const asked = await callTool(url(++pages % 3), key, 'artifact', { ref, ...(cursor !== undefined && { cursor }) });
      const page = toolContent(asked.ok && asked.json) as { readonly content: string; readonly nextCursor?: string };
      content += page.content;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(3);
    expect(content).toBe(text);
  });

  test('what one put aside another finds', async () => {
    const project = { project_id: 'shop' };
    const segments = [{ segment_id: 'one', text: 'The retry delay doubles.', type: 'log' }];
    await callTool(url(0), key, 'context_stash', { ...project, segments });
    for (const i of [1, 2]) {
      const found = await callTool(url(i), key, 'context_search_stashed', { ...project, query: 'retry' });
      expect(JSON.stringify(found)).toContain('The retry delay doubles.');
    }
  });
});
