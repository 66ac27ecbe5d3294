import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RecordedCall } from '../../../launcher/tools/context/record-call.ts';
import { inProcessServer } from '../../support/in-process-server.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

/** Creates a server that passes its calls to `record`, and reads a file once. */
async function afterRead(record: (call: RecordedCall) => void) {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), 'one\n');
  const server = inProcessServer(root, { context: { project: 'shop', record } });
  expect(await server.call('read', { file_path: 'a.ts' })).toMatchObject({ structuredContent: { content: 'one\n' } });
  return server;
}

test('what a call has answered is written down when the answer is', async () => {
  const calls: RecordedCall[] = [];
  await afterRead((call) => calls.push(call));
  expect(await until(async () => calls[0])).toMatchObject({ tool: 'read', file: 'a.ts' });
});

test('an update that took away what writes calls down ended the server with the first call', async () => {
  const { events, call } = await afterRead(() => {
    throw new Error('Cannot find module');
  });
  expect(await until(async () => events.find(({ event }) => event === 'context.failed'))).toMatchObject({
    ...{ level: 'warn', data: { message: 'Error: Cannot find module' } },
  });
  expect(await call('read', { file_path: 'a.ts' })).toMatchObject({ structuredContent: { content: 'one\n' } });
});
