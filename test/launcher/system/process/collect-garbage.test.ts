import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { collectAll, collectYoung } from '../../../../launcher/system/process/collect-garbage.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';

const FREED = `
  import { collectYoung } from '${ROOT}launcher/system/process/collect-garbage.ts';
  let bytes = 0;
  for (let i = 0; i < 8; i++) bytes += new Uint8Array(262_144).fill(i).length;
  const used = process.memoryUsage().arrayBuffers;
  collectYoung();
  collectYoung();
  console.log(JSON.stringify({ bytes, used, freed: used - process.memoryUsage().arrayBuffers }));
`;

// In a process of its own, which has no reason to collect garbage by itself. V8 frees the buffers on another thread; a second
// collection waits until that of the first is done.
test('buffers that nothing holds are freed', () => {
  const options = { encoding: 'utf8' } as const;
  const { bytes, used, freed } = JSON.parse(execFileSync(NODE, ['--input-type=module', '-e', FREED], options)) as {
    readonly [name in 'bytes' | 'used' | 'freed']: number;
  };
  expect(used).toBeGreaterThan(bytes);
  expect(freed).toBeGreaterThan(bytes / 2);
});

const KEPT = `
  import { collectAll } from '${ROOT}launcher/system/process/collect-garbage.ts';
  for (let i = 0; i < 20; i++) JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n }))));
  const used = process.memoryUsage().heapTotal;
  collectAll();
  console.log(JSON.stringify({ used, left: process.memoryUsage().heapTotal }));
`;

test('an idle process gives back what it does not need', () => {
  const options = { encoding: 'utf8' } as const;
  const { used, left } = JSON.parse(execFileSync(NODE, ['--input-type=module', '-e', KEPT], options)) as {
    readonly [name in 'used' | 'left']: number;
  };
  expect(left).toBeLessThan(used / 2);
});

test('a runtime without the command goes on', () => {
  expect(collectYoung).not.toThrow();
  expect(collectAll).not.toThrow();
});
