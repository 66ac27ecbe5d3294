import { expect, test } from 'vitest';
import { captureStreams } from '../../../../launcher/platform/process/captured-streams.ts';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

function captured(cap: number, out: readonly Uint8Array[], err: readonly Uint8Array[] = []) {
  const capture = captureStreams(cap);
  for (const chunk of out) capture.stdout(chunk);
  for (const chunk of err) capture.stderr(chunk);
  return capture.streams();
}

test('what fits goes through, a character split between chunks included', () => {
  const smile = Buffer.from('😀');
  expect(captured(100, [bytes('a'), smile.subarray(0, 1), smile.subarray(1, 3), smile.subarray(3)])).toEqual({
    stdout: 'a😀',
    stderr: '',
    truncated: false,
  });
});

test.for([
  [4, '😀', true],
  [7, '😀', true],
  [8, '😀😀', true],
  [11, '😀😀', true],
  [12, '😀😀😀', false],
] as const)('a cap of %i bytes never cuts a character of four', ([cap, stdout, truncated]) => {
  expect(captured(cap, [bytes('😀😀😀')])).toEqual({ stdout, stderr: '', truncated });
});

test('the cap counts U+FFFD as the three bytes it becomes', () => {
  expect(captured(6, [bytes(0xff, 0xff, 0xff)])).toEqual({ stdout: '\ufffd\ufffd', stderr: '', truncated: true });
  expect(captured(9, [bytes(0xff, 0xff, 0xff)])).toEqual({ stdout: '\ufffd'.repeat(3), stderr: '', truncated: false });
});

test('a byte order mark stays', () => {
  expect(captured(100, [bytes('\ufeffa')]).stdout).toBe('\ufeffa');
});

test('where both are large, stderr has a quarter', () => {
  const streams = captured(1000, [bytes('o'.repeat(5000))], [bytes('e'.repeat(5000))]);
  expect(streams).toEqual({ stdout: 'o'.repeat(750), stderr: 'e'.repeat(250), truncated: true });
});

test.for([
  [900, 100, 900, 100],
  [5000, 100, 900, 100],
  [100, 5000, 100, 900],
  [0, 5000, 0, 1000],
  [5000, 0, 1000, 0],
] as const)('of 1000 bytes, %i and %i become %i and %i: either takes what the other leaves', (row) => {
  const [out, err, keptOut, keptErr] = row;
  const streams = captured(1000, [bytes('o'.repeat(out))], [bytes('e'.repeat(err))]);
  expect([streams.stdout.length, streams.stderr.length]).toEqual([keptOut, keptErr]);
  expect(streams.truncated).toBe(out + err > 1000);
});

test('bytes that were dropped are still counted', () => {
  const capture = captureStreams(1024);
  for (let i = 0; i < 100; i++) capture.stdout(new Uint8Array(65_536));
  expect(capture.bytes).toBe(6_553_600);
});
