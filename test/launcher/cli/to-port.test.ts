import { expect, test } from 'vitest';
import { toPort } from '../../../launcher/cli/to-port.ts';

test('a port is a number that clients can reach, or 0', async () => {
  expect(await Promise.all(['0', '80', '8000', '65535'].map((port) => toPort('--port', port)))).toEqual([
    0, 80, 8000, 65_535,
  ]);
  for (const value of ['x', '-1', '65536', '1.5', ''])
    await expect(toPort('--port', value)).rejects.toThrow('expected an integer from 0 to 65535');
});

// Deno’s fetch blocks no port.
test.skipIf('Deno' in globalThis).each(['6000', '6667', '22'])(
  'port %s, which fetch blocks, is refused',
  async (port) => {
    const message = `cannot use --http "${port}": expected a port that browsers and fetch do not block`;
    await expect(toPort('--http', port)).rejects.toThrow(message);
  },
);
