import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const calls = (n: number, odd: string): string =>
  `${Array.from({ length: n }, (_, i) =>
    i === n >> 1
      ? odd
      : i % 2 === 0
        ? `newfstatat(AT_FDCWD, "/usr/lib/py/pack${i % 500}", {st_mode=S_IFDIR|0755, st_size=4096, ...}, 0) = 0`
        : `openat(AT_FDCWD, "/usr/lib/py/pack${(i * 7919) % 5000}/sub${i % 17}/__init__.so", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)`,
  ).join('\n')}\n+++ exited with 2 +++\n`;
const odd = 'openat(AT_FDCWD, "/etc/shop/config.toml", O_RDONLY) = -1 EACCES (Permission denied)';

describe.each([
  ['plain', (text: string) => text],
  ['of processes', (text: string) => text.replaceAll(/^(?=\w)/gm, '[pid  1207] ')],
])('thousands of system calls that look for files in vain, %s', (_, form) => {
  const text = form(calls(6000, odd));
  test.each([
    'which config file is missing?',
    'which file could not be opened because of permissions?',
    'why does the program fail to read its configuration?',
    'what failed?',
  ])('are a few lines, and the odd one is there: %s', (question) => {
    for (const failed of [false, true]) {
      const { text: out } = pruneText({ text, question, markers: 'ranges', failed });
      expect(out).toContain(odd);
      expect(out).toContain('+++ exited with 2 +++');
      expect(out.length).toBeLessThan(text.length / 50);
    }
  });
});

test('hundreds of complaints of a log do not hide the odd one', () => {
  const text = Array.from({ length: 4000 }, (_, i) =>
    i === 3000
      ? '2026-01-02 03:04:05 ERROR ledger is out of balance'
      : `2026-01-02 03:04:05 ERROR cannot open /var/spool/part${i}x/${'abcdefgh'[i % 8]}: no such file`,
  ).join('\n');
  const { text: out } = pruneText({ text, question: 'what went wrong?', failed: true });
  expect(out).toContain('ledger is out of balance');
  expect(out.length).toBeLessThan(text.length / 20);
});

test('a list of paths is an answer, however long', () => {
  const text = Array.from(
    { length: 900 },
    (_, i) => `${i % 2 ? 'test' : 'src'}/engine/part${i}.${i % 2 ? 'test.ts' : 'ts'}`,
  ).join('\n');
  const { details } = pruneText({ text, question: 'which tests are there?' });
  expect(details.keptLines.length).toBeGreaterThan(440);
});
