import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MCPConnectionError } from '../../../../launcher/gateway/errors.ts';
import { openTransport } from '../../../../launcher/gateway/transport/open-transport.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { connected, scripted } from './connected.ts';

const calls = (record: string): number =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('call')).length;

test('a call that broke after it was sent is not made again', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record }));
  await expect(it.call('die', {}, false)).rejects.toMatchObject({ code: 'closed', sent: true });
  expect(calls(record)).toBe(1);
});

test('one that may be made twice is, and no more', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record }));
  await expect(it.call('die', {}, true)).rejects.toMatchObject({ code: 'closed', sent: true });
  expect(calls(record)).toBe(2);
});

test.each([true, false])('one that was not sent is made again (repeatable: %s)', async (repeatable) => {
  const record = path.join(tempDir(), 'record');
  let broken = false;
  const it = connected(scripted({ record }), {
    openTransport: (...given) => {
      const transport = openTransport(...given);
      const { send } = transport;
      transport.send = async (message) => {
        if (broken && 'id' in message) {
          broken = false;
          throw new MCPConnectionError('closed', 'the pipe is gone', { server: 'it' });
        }
        await send(message);
      };
      return transport;
    },
  });
  await it.call('echo');
  broken = true;
  expect(await it.call('echo', { n: 2 }, repeatable)).toMatchObject({ content: [{ args: { n: 2 } }] });
  expect(calls(record)).toBe(2);
  expect(readFileSync(record, 'utf8').match(/^start/gm)).toHaveLength(2);
});

test('a server that closes its stdout is lost', async () => {
  const it = connected(scripted({ stubborn: true }, { autoReconnect: false }));
  await expect(it.call('close-stdout')).rejects.toMatchObject({
    code: 'closed',
    message: 'lost the connection to server "it": it closed its stdout',
  });
});

test('many deaths leave nothing behind', async () => {
  const it = connected(scripted({}, { autoReconnect: false }));
  for (let i = 0; i < 10; i++) {
    await expect(it.call('die')).rejects.toMatchObject({ code: 'closed' });
    expect(await it.call('echo')).toBeDefined();
  }
});
