import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ROOT } from './runtime/started.ts';
import { tempDir } from './support/temp-dir.ts';

const PAGE = readFileSync(`${ROOT}docs/embedding.md`, 'utf8');
/** Each example that prints something, with its heading and its expected output. */
const EXAMPLES = PAGE.split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [, code = ''] = /```ts\n(.*?)```/s.exec(section) ?? [];
    const [, printed = ''] = /```text\n(.*?)```/s.exec(section) ?? [];
    return printed === '' ? [] : [{ title: section.slice(0, section.indexOf('\n')), code, printed }];
  });

test('the page has examples', () => {
  expect(EXAMPLES).toHaveLength(5);
});

test.each(EXAMPLES)('$title: the example prints what the page says', async ({ code, printed }) => {
  const file = path.join(tempDir(), 'example.ts');
  const core = pathToFileURL(`${ROOT}src/index.ts`).href;
  writeFileSync(file, code.replace("from '@jeeves/mcp-pruner'", `from '${core}'`));
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...said: unknown[]) => void lines.push(format(...said)));
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    log.mockRestore();
  }
  expect(`${lines.join('\n')}\n`).toBe(printed);
});
