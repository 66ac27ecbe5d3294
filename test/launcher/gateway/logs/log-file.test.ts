import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  appendLog,
  logFile,
  MAX_LOG_BYTES,
  readLog,
  readLogSince,
} from '../../../../launcher/gateway/logs/log-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('a log is bounded, keeps its newest lines, and is for its owner alone', () => {
  const file = logFile(tempDir(), 's');
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < (3 * MAX_LOG_BYTES) / line.length; i++) appendLog(file, i % 2 === 0 ? line : `${i}${line}`);
  appendLog(file, 'last\n');
  const sizes = readdirSync(path.dirname(file)).map((name) => statSync(path.join(path.dirname(file), name)).size);
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_LOG_BYTES);
  expect(readLog(file).lines.at(-1)).toBe('last');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
});

test.each(['../../etc/passwd', 'a/b', '..', 'x'.repeat(128), 'naïve', 'a\\b'])('%s names no file elsewhere', (name) => {
  const home = tempDir();
  const file = logFile(home, name);
  expect(path.dirname(file)).toBe(path.join(home, 'logs'));
  expect(path.basename(file)).toMatch(/^[\w-][\w.-]*\.log$/);
});

test('what is added is read from where it began, and all of a new file', () => {
  const file = logFile(tempDir(), 's');
  appendLog(file, 'one\n');
  const { bytes } = readLog(file);
  appendLog(file, 'two\n');
  expect(readLogSince(file, bytes)).toEqual({ text: 'two\n', bytes: 8 });
  writeFileSync(file, 'x\n');
  expect(readLogSince(file, 8)).toEqual({ text: 'x\n', bytes: 2 });
});

test('a folder that cannot be written ends nothing', () => {
  const home = path.join(tempDir(), 'file');
  writeFileSync(home, '');
  expect(() => appendLog(logFile(home, 's'), 'x\n')).not.toThrow();
  expect(readLog(logFile(home, 's'))).toEqual({ lines: [], bytes: 0 });
});
