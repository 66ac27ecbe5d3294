import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MCPConnectionError } from '../../../../../launcher/gateway/config/server-errors.ts';
import {
  type OpenTransport,
  openTransport,
} from '../../../../../launcher/gateway/upstream/transport/open-transport.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { connected, scripted } from './connected.ts';

const calls = (record: string): number =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('call')).length;

/** Creates a transport on which the next request fails when the test says so. */
function breaksOnce(): { readonly openTransport: OpenTransport; next(): void } {
  let broken = false;
  return {
    openTransport(...given) {
      const transport = openTransport(...given);
      const send = transport.send.bind(transport);
      transport.send = async (message) => {
        if (broken && 'id' in message) {
          broken = false;
          throw new MCPConnectionError('closed', 'the pipe is gone', { server: 'it' });
        }
        await send(message);
      };
      return transport;
    },
    next() {
      broken = true;
    },
  };
}

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
  const breaking = breaksOnce();
  const it = connected(scripted({ record }), { openTransport: breaking.openTransport });
  await it.call('echo');
  breaking.next();
  expect(await it.call('echo', { n: 2 }, repeatable)).toMatchObject({ content: [{ args: { n: 2 } }] });
  expect(calls(record)).toBe(2);
  expect(readFileSync(record, 'utf8').match(/^start/gm)).toHaveLength(2);
});

test('a call under way was made twice when one after it could not be sent', async () => {
  const record = path.join(tempDir(), 'record');
  const breaking = breaksOnce();
  const it = connected(scripted({ record }), { openTransport: breaking.openTransport });
  await it.call('echo');
  const failed = expect(it.call('hang', {}, false)).rejects.toMatchObject({ code: 'closed', sent: true });
  await until(async () => (readFileSync(record, 'utf8').includes('call hang') ? true : undefined));
  breaking.next();
  expect(await it.call('echo', { n: 2 }, false)).toMatchObject({ content: [{ args: { n: 2 } }] });
  await failed;
  expect(readFileSync(record, 'utf8').match(/^call hang$/gm)).toHaveLength(1);
});

test('a server that closes its stdout is lost', async () => {
  const it = connected(scripted({ stubborn: true }, { autoReconnect: false }));
  await expect(it.call('close-stdout')).rejects.toMatchObject({
    code: 'closed',
    message: 'lost the connection to server "it": the server closed its stdout',
  });
});

test('many deaths leave nothing behind', async () => {
  const it = connected(scripted({}, { autoReconnect: false }));
  for (let i = 0; i < 10; i++) {
    await expect(it.call('die')).rejects.toMatchObject({ code: 'closed' });
    expect(await it.call('echo')).toBeDefined();
  }
});
