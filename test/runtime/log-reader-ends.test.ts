import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { DENO, NODE, type Started, started } from './started.ts';

const onNode = (folder: string): Promise<Started> =>
  started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], {});
const onDeno = (folder: string): Promise<Started> =>
  started(DENO, ['run', '-A', 'worker/deno.ts'], { PORT: '0', PRUNER_DATA_DIR: folder });

test.each([
  ['Node', onNode],
  ['Deno', onDeno],
])('the end of what reads its log ended the worker: %s', async (_, start) => {
  const worker = await start(path.join(tempDir(), 'data'));
  for (const stream of [worker.child.stdout, worker.child.stderr]) {
    stream?.destroy();
    if (stream !== null) await once(stream, 'close');
  }
  // Each request flushes the log lines of the requests before it.
  for (let i = 0; i < 20; i++) {
    expect((await worker.door('/ready')).status).toBe(200);
    expect((await worker.door(`/missing-${i}?${'x'.repeat(1000)}`)).status).toBe(404);
  }
  expect(await worker.stop()).toBe(0);
});
