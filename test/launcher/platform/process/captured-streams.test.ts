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

/** The captured text of a long stream of one letter, cut in the middle. */
const ends = (letter: string, each: number, left: number): string =>
  `${letter.repeat(each)}\n[${left} bytes are left out here; lines below are numbered without them]\n${letter.repeat(each)}`;

test('what fits goes through, a character split between chunks included', async () => {
  const smile = Buffer.from('😀');
  expect(
    await captured(100, [bytes('a'), smile.subarray(0, 1), smile.subarray(1, 3), smile.subarray(3)]),
  ).toMatchObject({
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
] as const)('a cap of %i bytes never cuts a character of four', async ([cap, stdout, truncated]) => {
  expect(await captured(cap, [bytes('😀😀😀')])).toMatchObject({ stdout, stderr: '', truncated });
});

test('the cap counts U+FFFD as the three bytes it becomes', async () => {
  expect(await captured(6, [bytes(0xff, 0xff, 0xff)])).toMatchObject({
    stdout: '\ufffd\ufffd',
    stderr: '',
    truncated: true,
  });
  expect(await captured(9, [bytes(0xff, 0xff, 0xff)])).toMatchObject({
    stdout: '\ufffd'.repeat(3),
    stderr: '',
    truncated: false,
  });
});

test('invalid bytes never make the text longer than the cap', async () => {
  for (const size of [340, 600, 999, 5000]) {
    const { stdout, truncated } = await captured(1000, [new Uint8Array(size).fill(0xff)]);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1000);
    expect(truncated).toBe(true);
  }
});

test('a byte order mark stays', async () => {
  expect((await captured(100, [bytes('\ufeffa')])).stdout).toBe('\ufeffa');
});

test('where both are large, stderr has a quarter', async () => {
  const streams = await captured(1000, [bytes('o'.repeat(5000))], [bytes('e'.repeat(5000))]);
  const stdout = ends('o', 325, 4350);
  expect(streams).toMatchObject({ stdout, stderr: 'e'.repeat(1000 - stdout.length), truncated: true });
  expect(streams.stderr.length).toBeLessThan(300);
});

test.for([
  [900, 100, 'o'.repeat(900), 'e'.repeat(100)],
  [5000, 100, ends('o', 400, 4200), 'e'.repeat(100)],
  [100, 5000, 'o'.repeat(100), ends('e', 400, 4200)],
  [0, 5000, '', ends('e', 450, 4100)],
  [5000, 0, ends('o', 450, 4100), ''],
] as const)('of 1000 bytes, either of %i and %i takes what the other leaves', async ([out, err, stdout, stderr]) => {
  const streams = await captured(1000, [bytes('o'.repeat(out))], [bytes('e'.repeat(err))]);
  expect([streams.stdout, streams.stderr]).toEqual([stdout, stderr]);
  expect(streams.truncated).toBe(out + err > 1000);
});

test('beginning and end are whole lines, in chunks of any size', async () => {
  const text = Array.from({ length: 3000 }, (_, i) => `line ${i} é😀\n`).join('');
  const whole = bytes(text);
  for (const size of [1, 7, 4096, whole.length]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
      whole.subarray(i * size, (i + 1) * size),
    );
    const { stdout } = await captured(4000, chunks);
    const [first = '', last = ''] = stdout.split(/\[\d+ bytes are left out here; .*\]\n/);
    expect(text.startsWith(first) && first.endsWith('\n')).toBe(true);
    expect(text.endsWith(last) && last.startsWith('line ')).toBe(true);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(4000);
    expect(Buffer.byteLength(stdout)).toBeGreaterThan(3800);
    expect(stdout).toContain(`[${whole.length - Buffer.byteLength(first + last)} bytes`);
  }
});

test('bytes that were dropped are still counted', () => {
  const capture = captureStreams(1024);
  for (let i = 0; i < 100; i++) capture.stdout(new Uint8Array(65_536));
  expect(capture.bytes).toBe(6_553_600);
});

test('invalid bytes are counted by their number, not by what stands for them', async () => {
  const { stdout } = await captured(4096, [Buffer.from('\xe9'.repeat(6000), 'latin1')]);
  const [, left] = /\[about (\d+) bytes are left out here/.exec(stdout) ?? [];
  expect(Number(left)).toBe(6000 - stdout.split('\ufffd').length + 1);
});

test('of many small chunks the end is as of one', async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i}\n`);
  const each = lines.map((line) => bytes(line));
  expect(await captured(2_000, each)).toEqual(await captured(2_000, [bytes(lines.join(''))]));
  for (const size of [999, 1_000, 1_001, 2_004, 3_003, 3_004, 3_005, 4_007]) {
    const text = 'abcdefghij'.repeat(500).slice(0, size);
    const chunks = [...text].map((one) => bytes(one));
    expect(await captured(2_000, chunks)).toEqual(await captured(2_000, [bytes(text)]));
  }
});

test.each(['utf-16le', 'utf-16be'])(
  'of %s, an odd number of bytes was dropped, and the end became ideographs',
  async (name) => {
    const all = Array.from({ length: 20_000 }, (_, i) => `Zeile ${i} ist grün\n`).join('');
    const little = Buffer.from(all, 'utf16le');
    const stream = name === 'utf-16le' ? little : little.swap16();
    for (const cap of [100_000, 100_001, 100_002, 100_003]) {
      const { stdout, notes } = await captured(cap, [stream]);
      const [first = '', last = ''] = stdout.split(/\[about \d+ bytes are left out here; .*\]\n/);
      expect(notes).toEqual([`decoded from ${name}`]);
      expect(last.length).toBeGreaterThan(20_000);
      expect([all.startsWith(first), all.endsWith(last), last.startsWith('Zeile ')]).toEqual([true, true, true]);
    }
  },
);
