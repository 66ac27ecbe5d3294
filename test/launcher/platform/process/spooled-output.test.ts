import { expect, test } from 'vitest';
import { type SpoolOptions, spoolOutput } from '../../../../launcher/platform/process/spooled-output.ts';
import { parseArtifactRef } from '../../../../src/artifacts/artifact-ref.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';

function spool({ held = 10, max = 100, replaced = [] as SpoolOptions['replaced'] } = {}) {
  const store = createMemoryArtifactStore();
  let stored = 0;
  const output = spoolOutput(
    (body) => {
      stored++;
      return store.put({ domain: 'd', mimeType: 'text/plain', body });
    },
    { held, max, replaced },
  );
  const push = (...chunks: readonly (string | Buffer)[]): void => {
    for (const chunk of chunks) output.push(Buffer.from(chunk));
  };
  const finish = async (): Promise<readonly [string, boolean]> => {
    const { storing, isPart } = output.finish();
    const ref = parseArtifactRef((await storing).ref);
    return [Buffer.from((ref && (await store.read(ref))) ?? '').toString(), isPart];
  };
  return { push, finish, drop: output.drop, store, times: () => stored };
}

test('nothing is stored before it is more than is held', async () => {
  const output = spool();
  output.push('12345', '67890');
  expect(output.times()).toBe(0);
  output.push('x');
  expect(output.times()).toBe(1);
  expect(await output.finish()).toEqual(['1234567890x', false]);
});

test('what is held is stored at the end', async () => {
  const output = spool();
  output.push('12345');
  expect(await output.finish()).toEqual(['12345', false]);
});

test('no more than the maximum is stored, and it is known to be a part', async () => {
  const output = spool({ max: 12 });
  output.push('12345', '67890', 'abcde', 'more');
  expect(await output.finish()).toEqual(['1234567890ab', true]);
});

test('what is dropped leaves nothing', async () => {
  const output = spool();
  output.push('1234567890 and more');
  output.drop();
  await new Promise(setImmediate);
  expect(await output.store.usage()).toMatchObject({ artifacts: 0 });
});

test('a secret is never stored, wherever chunks end', async () => {
  const secret = 'pässword';
  const bytes = Buffer.from(`é ${secret} 😀 ${secret}`);
  for (let at = 1; at < bytes.length; at++) {
    const output = spool({ replaced: [[secret, '[redacted]']] });
    output.push(bytes.subarray(0, at), bytes.subarray(at));
    expect(await output.finish()).toEqual(['é [redacted] 😀 [redacted]', false]);
  }
});
