import { execFile } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { collectAll, collectYoung } from '../../../../launcher/platform/process/collect-garbage.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';

/** A program that counts collections by V8's own events, and ends after one of each kind. */
const COUNTED = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { collectAll, collectYoung } from '${ROOT}launcher/platform/process/collect-garbage.ts';
  const kinds = new Set();
  const { NODE_PERFORMANCE_GC_MINOR: minor, NODE_PERFORMANCE_GC_MAJOR: major } = constants;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) kinds.add(detail.kind);
    if (!kinds.has(minor) || !kinds.has(major)) return;
    console.log('both');
    process.exit();
  }).observe({ entryTypes: ['gc'] });
  collectYoung();
  collectAll();
  setInterval(() => {}, 1000);
`;

// Runs in a separate process, which is too small to collect garbage without being asked.
test('garbage of the young generation, and all of it, are collected when that is asked for', async () => {
  const said = await new Promise((resolve) => {
    const child = execFile(NODE, ['--input-type=module', '-e', COUNTED], (_, stdout) => resolve(stdout));
    onTestFinished(() => void child.kill());
  });
  expect(said).toBe('both\n');
});

test('a runtime without the command goes on', () => {
  expect(collectYoung).not.toThrow();
  expect(collectAll).not.toThrow();
});
