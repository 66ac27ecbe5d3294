import { expect, test } from 'vitest';
import { redactConfigured } from '../../../../../launcher/gateway/config/redact-configured.ts';
import { toHandshakeFault } from '../../../../../launcher/gateway/upstream/connection/handshake-fault.ts';
import { connected, scripted } from './connected.ts';

const answered = (message: string): Error => Object.assign(new Error(message), { code: -32000 });

test('values of the configuration are not told with the server’s words', () => {
  const stdio = redactConfigured({ transport: 'stdio', env: { KEY: 'env-value' }, args: ['--token=arg-value'] });
  const http = redactConfigured({
    transport: 'http',
    url: 'https://us%40er:pass-word@h/mcp/path-value-0123456?key=query%2Dvalue&on',
    headers: { authorization: 'Bearer header-value' },
  });
  const told = (redact: (text: string) => string, words: string): string =>
    toHandshakeFault(answered(words), { asked: 'initialize', server: 'it', ending: undefined, stderr: '', redact })
      .message;
  expect(told(stdio, 'bad env-value or arg-value')).toContain('error -32000: bad [redacted] or [redacted]');
  expect(told(http, 'header-value pass-word path-value-0123456 query-value query%2Dvalue /mcp on')).toContain(
    `error -32000: ${'[redacted] '.repeat(5)}/mcp on`,
  );
});

test('a server that refuses with its own key in the error tells nobody', async () => {
  const refuses = `process.stdin.once('data', (line) => console.log(JSON.stringify({
    jsonrpc: '2.0', id: JSON.parse(line).id, error: { code: -32001, message: 'no such key ' + process.env.API },
  })))`;
  const it = connected(scripted({}, { args: ['-e', refuses], env: { API: 'k3y-0f-mine' }, autoReconnect: false }));
  await expect(it.call('echo')).rejects.toThrow('it answered "initialize" with error -32001: no such key [redacted]');
});
