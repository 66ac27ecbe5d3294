import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineWriter } from '../../../../launcher/platform/lines/line-writer.ts';

/** Creates a stream that accepts a piece only when the test says so. */
function slow() {
  const pieces: { bytes: number; take: (error?: Error) => void }[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => void pieces.push({ bytes: chunk.length, take: (error) => done(error) }),
  });
  output.on('error', () => {});
  return { output, pieces };
}

test('long lines go out in pieces, the next one when the one before is out, and in their order', async () => {
  const output = new PassThrough();
  const write = createLineWriter(output);
  const lines = Array.from({ length: 8 }, (_, i) => `${String(i).repeat(2_000_000)}\n`);
  const written = Promise.all(lines.map((line) => new Promise((resolve) => write(line, resolve))));
  let read = '';
  output.on('data', (chunk: Buffer) => {
    read += chunk;
  });
  expect(await written).toEqual(Array(8).fill(undefined));
  expect(read === lines.join('')).toBe(true);
});

test('no more than a piece is under way', async () => {
  const { output, pieces } = slow();
  createLineWriter(output)(`${'x'.repeat(999_999)}\n`, () => {});
  for (let taken = 0; taken < 1_000_000; ) {
    expect(pieces).toHaveLength(1);
    const [piece] = pieces.splice(0);
    expect(piece?.bytes).toBeLessThanOrEqual(256 * 1024);
    taken += piece?.bytes ?? 0;
    piece?.take();
    await new Promise(setImmediate);
  }
  expect(pieces).toEqual([]);
});

test('a write that fails is told to its line and to all behind it, and nothing more is written', async () => {
  const { output, pieces } = slow();
  const write = createLineWriter(output);
  const told: unknown[] = [];
  for (const line of ['a\n', 'b\n', 'c\n']) write(line, (error) => told.push(error?.message));
  pieces[0]?.take(new Error('EPIPE'));
  await new Promise(setImmediate);
  write('d\n', (error) => told.push(error?.message));
  expect(told).toEqual(['EPIPE', 'EPIPE', 'EPIPE', 'EPIPE']);
  expect(pieces).toHaveLength(1);
});

test('20,000 lines that wait for a client that died are all told of it', async () => {
  const { output, pieces } = slow();
  const write = createLineWriter(output);
  let told = 0;
  for (let i = 0; i < 20_000; i++) write('a\n', (error) => void (error && told++));
  pieces[0]?.take(new Error('EPIPE'));
  await new Promise(setImmediate);
  expect(told).toBe(20_000);
});

test('a stream that throws fails its line alone', () => {
  const told: unknown[] = [];
  const write = () => {
    throw new Error('gone');
  };
  createLineWriter({ write } as unknown as Writable)('a\n', (error) => told.push(error?.message));
  expect(told).toEqual(['gone']);
});
