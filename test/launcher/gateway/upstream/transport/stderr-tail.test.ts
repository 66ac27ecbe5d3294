import { expect, test } from 'vitest';
import { createStderrTail, STDERR_LIMIT } from '../../../../../launcher/gateway/upstream/transport/stdio-transport.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';

test('values of env and args are taken out, paths and names of options are not', () => {
  const tail = createStderrTail({
    env: { KEY: 'env-value', SHORT: 'on' },
    args: ['--api-key', 'arg-value', '--token=eq-value', '--verbose', '/srv/data/file'],
  });
  tail.push(Buffer.from('on env-value arg-value eq-value --api-key --verbose /srv/data/file\n'));
  expect(tail.text()).toBe('on [redacted] [redacted] [redacted] --api-key --verbose /srv/data/file');
});

test('the last lines are kept, each of them whole', () => {
  const tail = createStderrTail({ env: {}, args: [] });
  for (let line = 0; line < 2000; line++) tail.push(Buffer.from(`line ${line}\n`));
  const lines = tail.text().split('\n');
  expect(lines.at(-1)).toBe('line 1999');
  expect(lines.every((line) => /^line \d+$/.test(line))).toBe(true);
  expect(tail.text().length).toBeLessThanOrEqual(4096);
});

test('a secret of several lines is in none of the lines that are handed on', () => {
  const lines: string[] = [];
  const value = 'first-line-of-it\nsecond-line-of-it';
  const tail = createStderrTail({ env: { CERT: value }, args: [] }, (line) => lines.push(line));
  const key = `-----BEGIN ${'RSA '}PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3\n-----END RSA PRIVATE KEY-----`;
  tail.push(Buffer.from(`before\n${value}\n${key}\nafter\nrest`));
  tail.end();
  expect(lines).toEqual(['before', '[redacted]', '[redacted]', '[redacted:private-key]', 'after', 'rest']);
});

test('a key that never ends does not hide all that follows', () => {
  const lines: string[] = [];
  const tail = createStderrTail({ env: {}, args: [] }, (line) => lines.push(line));
  tail.push(Buffer.from(`-----BEGIN ${'RSA '}PRIVATE KEY-----\n${'x\n'.repeat(300)}`));
  expect(lines).toHaveLength(101);
});

test('beyond a megabyte a minute it is counted, and the newest lines are handed on', () => {
  const lines: string[] = [];
  const timers = heldTimers(STDERR_LIMIT.ms);
  const tail = createStderrTail({ env: { KEY: 'env-value' }, args: [] }, (line) => lines.push(line), timers.after);
  for (let line = 0; line < 200_000; line++) tail.push(Buffer.from(`${String(line).padStart(8, '0')} env-value\n`));
  const passed = lines.length;
  expect(passed).toBe(Math.floor(STDERR_LIMIT.bytes / 19));
  timers.ring(STDERR_LIMIT.ms);
  expect(lines[passed]).toBe(`[${(200_000 - passed) * 19} bytes of stderr are left out, except the newest lines]`);
  expect(lines.at(-1)).toBe('00199999 [redacted]');
  expect(lines.length - passed).toBeLessThan(300);
  tail.push(Buffer.from('of the next minute\n'));
  expect(lines.at(-1)).toBe('of the next minute');
  tail.end();
});

test('a key whose beginning is left out is not handed on', () => {
  const lines: string[] = [];
  const tail = createStderrTail({ env: {}, args: [] }, (line) => lines.push(line));
  tail.push(Buffer.from('x'.repeat(STDERR_LIMIT.bytes)));
  tail.push(Buffer.from(`\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3\n-----END RSA ${'PRIVATE'} KEY-----\nafter\n`));
  tail.end();
  expect(lines.slice(-1)).toEqual(['after']);
  expect(lines.join()).not.toContain('MIIE');
});

test('neither half of a line at the end of a period, nor the middle of a long key, is handed on', () => {
  const lines: string[] = [];
  const timers = heldTimers(STDERR_LIMIT.ms);
  const tail = createStderrTail({ env: {}, args: [] }, (line) => lines.push(line), timers.after);
  const say = (text: string): void => tail.push(Buffer.from(text));
  say(`${'x'.repeat(99)}\n`.repeat(10_000));
  say('token half-of-');
  timers.ring(STDERR_LIMIT.ms);
  say('a-secret\nnext\n');
  expect(lines.slice(10_000)).toEqual(
    ['[14 bytes of stderr are left out, except the newest lines]', 'x'.repeat(99), 'next'].flatMap((line, at) =>
      at === 1 ? Array(lines.length - 10_002).fill(line) : [line],
    ),
  );
  say(`${'x'.repeat(99)}\n`.repeat(10_000));
  say(`-----BEGIN ${'RSA '}PRIVATE KEY-----\n${'MIIEpAIBAAKC\n'.repeat(500)}`);
  timers.ring(STDERR_LIMIT.ms);
  say('MIIEpAIBAAKC\n-----END RSA PRIVATE KEY-----\nafter\n');
  expect(lines.at(-1)).toBe('after');
  expect(lines.join()).not.toContain('MIIE');
});
