import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDataFile } from '../../worker/runtime/sqlite-file.ts';
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { DENO, NODE, type Started, started } from './started.ts';

const onNode = (folder: string): Promise<Started> =>
  started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], {});
const onDeno = (folder: string): Promise<Started> =>
  started(DENO, ['run', '-A', 'worker/deno.ts'], { PORT: '0', PRUNER_DATA_DIR: folder });

test.each([
  ['Node', onNode, onNode],
  ['Node, then Deno', onNode, onDeno],
  ['Deno, then Node', onDeno, onNode],
])('two workers on one folder shared no quota: %s', async (_, first, second) => {
  const folder = path.join(tempDir(), 'data');
  const worker = await first(folder);
  await expect(second(folder)).rejects.toThrow(
    /cannot use the folder \\?"\S+data\\?": another worker uses it; stop that one, or choose another folder/,
  );
  expect((await worker.door('/ready')).status).toBe(200);
  worker.child.kill('SIGKILL');
  await once(worker.child, 'exit');
  const next = await second(folder);
  expect(await next.stop()).toBe(0);
});

test('a folder is free once its database is closed, in the same process too', async () => {
  const folder = tempDir();
  const database = await openDataFile(folder);
  await expect(openDataFile(folder)).rejects.toThrow('another worker uses it');
  await expect(openDataFile(folder)).rejects.toThrow('another worker uses it');
  database?.close();
  database?.close();
  (await openDataFile(folder))?.close();
});
