import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logFile, MAX_LOG_BYTES, readLog } from '../../../../launcher/gateway/logs/log-file.ts';
import { createServerLogs } from '../../../../launcher/gateway/logs/server-logs.ts';
import { manualTimers } from '../../../support/manual-timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Opens logs with timers that only run when the test advances them. */
function open() {
  const home = tempDir();
  const timers = manualTimers();
  const logs = createServerLogs({ log: () => {}, home, pid: 7, timers, now: () => new Date(0) });
  return { logs, timers, file: logFile(home, 's') };
}

test('a server that prints without end fills neither the memory nor the disk', () => {
  const { logs, file } = open();
  const lines = (4 * MAX_LOG_BYTES) / 100;
  for (let i = 0; i < lines; i++) logs.printed('s', `${i} ${'x'.repeat(100)}`);
  for (const part of [file, `${file}.1`]) expect(statSync(part).size).toBeLessThanOrEqual(MAX_LOG_BYTES);
  logs.close();
  expect(readLog(file).lines.at(-1)).toMatch(new RegExp(` 7 stderr ${Math.ceil(lines) - 1} x+$`));
});

test('what is printed at the same time is written at once, in order', () => {
  const { logs, timers, file } = open();
  for (const line of ['one', 'two']) logs.printed('s', line);
  expect(readLog(file).lines).toEqual([]);
  timers.advance(1000);
  const at = '1970-01-01T00:00:00.000Z 7 stderr';
  expect(readLog(file).lines).toEqual([`${at} one`, `${at} two`]);
});
