import { expect, test } from 'vitest';
import { artifactBlocks } from '../../src/artifacts/artifact-blocks.ts';
import { createArtifactId } from '../../src/artifacts/artifact-id.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { seeded } from './artifacts/seeded.ts';
import { built } from './built.ts';
import { NODE, type Started, started } from './started.ts';

const TIMEOUT = 120_000;
const KILLS = 3;
const ASKED_AT_ONCE = 4;
/** Long enough for several rows, so that a kill can hit a half-written body. */
const TEXT = 'const retryDelay = 1;\n'.repeat(15_000);

interface Result {
  readonly structuredContent?: { readonly artifactRef?: string };
  readonly resources?: readonly { readonly uri: string; readonly size: number }[];
}

async function ask(worker: Started, method: string, params: object): Promise<Result> {
  const answer = await worker.door('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await answer.json()) as { result: Result }).result;
}

/** Reads an artifact page by page, because it is too large for `resources/read`, and returns the id of its text. */
async function idOf(worker: Started, ref: string): Promise<string> {
  let content = '';
  for (let cursor: string | undefined; ; ) {
    const args = { ref, ...(cursor !== undefined && { cursor }) };
    const { structuredContent: page } = (await ask(worker, 'tools/call', { name: 'artifact', arguments: args })) as {
      structuredContent: { content: string; nextCursor?: string };
    };
    content += page.content;
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  const naming = createArtifactId('prune_text');
  for await (const block of artifactBlocks(content)) await naming.add(block);
  return naming.finish();
}

test(
  'a worker that is killed between storing and answering has kept whole texts alone, and all that it named',
  async ({ onTestFinished }) => {
    const path = built('bin');
    const folder = tempDir(onTestFinished);
    const start = (): Promise<Started> => started(NODE, [path, 'serve', '--port', '0', '--data', folder], {});
    const random = seeded(7);
    const named: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const worker = await start();
      let number = 0;
      const asking = Array.from({ length: ASKED_AT_ONCE }, async () => {
        for (;;) {
          const text = `// ${kill}-${number++}\n${TEXT}`;
          const args = { text, context_focus_question: 'retry delay', max_tokens: 50_000 };
          const result = await ask(worker, 'tools/call', { name: 'prune_text', arguments: args });
          named.push(result.structuredContent?.artifactRef ?? 'none');
        }
      });
      const ended = Promise.allSettled(asking);
      // Kill at a different point of the following requests each time.
      const wanted = named.length + 1 + Math.floor(random() * 4);
      await until(async () => named.length >= wanted || undefined);
      worker.child.kill('SIGKILL');
      await ended;
    }
    const worker = await start();
    const { resources = [] } = await ask(worker, 'resources/list', {});
    const listed = resources.map(({ uri }) => uri);
    expect(named.filter((ref) => !listed.includes(ref))).toEqual([]);
    for (const { uri } of resources.slice(0, 3)) expect(await idOf(worker, uri)).toBe(uri.slice(-32));
    for (const { size } of resources) expect(size).toBeGreaterThan(TEXT.length);
    await worker.stop();
  },
  TIMEOUT,
);
