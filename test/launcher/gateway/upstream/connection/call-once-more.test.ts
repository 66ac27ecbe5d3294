import { expect, test } from 'vitest';
import { MCPConnectionError, MCPToolError } from '../../../../../launcher/gateway/config/server-errors.ts';
import { callOnceMore } from '../../../../../launcher/gateway/upstream/connection/call-once-more.ts';

const broke = (code: MCPConnectionError['code'], sent: boolean): MCPConnectionError =>
  new MCPConnectionError(code, 'broke', { server: 'it', sent });

/** Counts how often a request that always fails is sent. */
async function timesSent(error: Error, repeatable: boolean): Promise<number> {
  let sent = 0;
  const send = async (): Promise<never> => {
    sent++;
    throw error;
  };
  await expect(callOnceMore(async () => 0, send, repeatable)).rejects.toBe(error);
  return sent;
}

test.each([
  ['closed', false, false, 2],
  ['closed', false, true, 2],
  ['closed', true, false, 1],
  ['closed', true, true, 2],
  ['unreachable', false, false, 2],
  ['unauthorized', false, true, 1],
  ['http_error', false, true, 1],
  ['timeout', false, true, 1],
  ['disabled', false, true, 1],
] as const)('%s, sent: %s, repeatable: %s: %i times', async (code, sent, repeatable, times) => {
  expect(await timesSent(broke(code, sent), repeatable)).toBe(times);
});

test('what the server answered is never asked for again', async () => {
  expect(await timesSent(new MCPToolError('timeout', 'late', { server: 'it' }), true)).toBe(1);
  expect(await timesSent(new Error('cancelled'), true)).toBe(1);
});

test('a connection that cannot be had is not asked for twice', async () => {
  let asked = 0;
  const connect = async (): Promise<never> => {
    asked++;
    throw broke('unreachable', false);
  };
  await expect(callOnceMore(connect, async () => 0, true)).rejects.toMatchObject({ code: 'unreachable' });
  expect(asked).toBe(1);
});

test('a call that was sent, and whose connection was then ended, was said not to have been made', async () => {
  let attempts = 0;
  const connect = async (): Promise<number> => {
    attempts++;
    if (attempts > 1) throw broke('disabled', false);
    return 0;
  };
  const send = async (): Promise<never> => {
    throw broke('closed', true);
  };
  await expect(callOnceMore(connect, send, true)).rejects.toMatchObject({ code: 'disabled', sent: true });
});
