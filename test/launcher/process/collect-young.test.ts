import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { collectYoung } from '../../../launcher/process/collect-young.ts';
import { NODE, ROOT } from '../../runtime/started.ts';

const FREED = `
  import { collectYoung } from '${ROOT}launcher/process/collect-young.ts';
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

test('a runtime without the command goes on', () => {
  expect(collectYoung).not.toThrow();
});
