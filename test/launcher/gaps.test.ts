import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../src/pruning/embedded.ts';
import { ROOT } from '../runtime/started.ts';
import { inProcessServer } from '../support/in-process-server.ts';
import { tempDir } from '../support/temp-dir.ts';

const SOURCE = readFileSync(`${ROOT}src/pruning/lexical-scorer.ts`, 'utf8');
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

    for (const range of [{}, { start_line: 5, end_line: 90 }]) {
      const pruned = await read({ ...range, context_focus_question: 'How are scores smoothed over blocks?' });
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
