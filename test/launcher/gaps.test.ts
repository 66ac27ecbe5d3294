import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../src/engine/embedded.ts';
import { ROOT } from '../runtime/started.ts';
import { inProcessServer } from '../support/in-process-server.ts';
import { tempDir } from '../support/temp-dir.ts';

const SOURCE = readFileSync(`${ROOT}src/engine/keep/select.ts`, 'utf8');
const SHAPES: Readonly<Record<string, string>> = {
  LF: SOURCE,
  CRLF: SOURCE.replaceAll('\n', '\r\n'),
  'lone CR': SOURCE.replaceAll('\n', '\r'),
  'no newline at the end': SOURCE.trimEnd(),
};

test.each(Object.keys(SHAPES))(
  'what is shown and the gaps, read back, make the file byte for byte: %s',
  async (shape) => {
    const root = tempDir();
    writeFileSync(path.join(root, 'a.ts'), SHAPES[shape] ?? '');
    const server = inProcessServer(root, { pruner: createEmbeddedPruner() });
    const read = async (args: object): Promise<string> =>
      (await server.call('read', { file_path: 'a.ts', ...args })).structuredContent['content'] as string;

    for (const range of [{}, { start_line: 5, end_line: 200 }]) {
      const pruned = await read({
        ...range,
        context_focus_question: 'What closes the gaps that are cheaper to show than to mark?',
      });
      let gaps = 0;
      let rebuilt = '';
      for (const line of pruned.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []) {
        const gap = /^\(filtered \d+ lines: (\d+)-(\d+)\)/.exec(line);
        gaps += gap === null ? 0 : 1;
        rebuilt += gap === null ? line : await read({ start_line: Number(gap[1]), end_line: Number(gap[2]) });
      }
      expect(gaps).toBeGreaterThan(0);
      expect(rebuilt).toBe(await read(range));
    }
  },
);

test('what is cut out of a long line comes back from the artifact, character for character', async () => {
  const root = tempDir();
  const source = `${Array.from({ length: 900 }, (_, i) => `function f${i}(e,t){return e===${i}?t(e,"ä${i}"):e}`).join('')}\n`;
  writeFileSync(path.join(root, 'a.min.js'), source);
  const artifacts = createMemoryArtifactStore();
  const server = inProcessServer(root, { pruner: createEmbeddedPruner(), artifacts });
  const { structuredContent } = await server.call('read', {
    file_path: 'a.min.js',
    context_focus_question: 'What does f777 return?',
  });
  const { content, pruning } = structuredContent as { content: string; pruning: { artifact_ref: string } };
  expect(content).toContain('function f777(');
  expect(content.length).toBeLessThan(source.length / 4);

  const marks = [...content.matchAll(/…\[\+\d+ chars: (\d+)-(\d+)\]…/g)];
  expect(marks.length).toBeGreaterThan(0);
  let rebuilt = content;
  for (const [mark, start, end] of marks) {
    let part = '';
    let args: object = { start_char: Number(start), end_char: Number(end) };
    for (let more = true; more; ) {
      const page = (await server.call('artifact', { ref: pruning.artifact_ref, ...args })).structuredContent;
      part += page['content'];
      args = { cursor: page['nextCursor'] };
      more = page['hasMore'] === true;
    }
    rebuilt = rebuilt.replace(mark, () => part);
  }
  expect(rebuilt).toBe(source);
});
