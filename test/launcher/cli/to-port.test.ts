import { expect, test } from 'vitest';
import { toPort } from '../../../launcher/cli/to-port.ts';

const isTaken = (port: number): boolean => {
  try {
    return toPort('--port', String(port)) === port;
  } catch {
    return false;
  }
};

test('a port is a number that clients can reach, or 0', () => {
  expect(['0', '80', '8000', '65535'].map((port) => toPort('--port', port))).toEqual([0, 80, 8000, 65_535]);
  for (const value of ['x', '-1', '65536', '1.5', ''])
    expect(() => toPort('--port', value)).toThrow(`cannot use --port "${value}": expected an integer from 0 to 65535`);
  const message = 'cannot use --http "6000": expected a port that browsers and fetch do not block';
  expect(() => toPort('--http', '6000')).toThrow(message);
});

// Deno’s fetch blocks no port.
test.skipIf('Deno' in globalThis)('the refused ports are those that fetch blocks', async () => {
  const dispatcher = {
    dispatch(): never {
      throw new Error('not sent');
    },
  };
  const isBlocked = async (port: number): Promise<boolean> => {
    const options = { dispatcher } as unknown as RequestInit;
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`, options).catch((one: unknown) => one);
    return (error as { readonly cause?: { readonly message?: unknown } }).cause?.message === 'bad port';
  };
  const ports = Array.from({ length: 12_000 }, (_, at) => at + 1);
  const blocked = (await Promise.all(ports.map(async (port) => ((await isBlocked(port)) ? [port] : [])))).flat();
  expect(ports.filter((port) => !isTaken(port))).toEqual(blocked);
});
