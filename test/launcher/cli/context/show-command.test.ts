import { mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openContext } from '../../../../launcher/tools/context/open-context.ts';
import { newSegment } from '../../../contract/new-segment.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

test('draws what there is by type and age, what would go, and what is kept by what', async () => {
  const cwd = tempDir();
  expect(await runInProcess(['context', 'show'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('MCP_PRUNER_CONTEXT=on'),
  });
  let now = 0;
  const { store, close } = await openContext({ home: `${cwd}/.mcp-pruner`, onSetAside: () => {}, now: () => now });
  await store.add('shop', [newSegment('log-1', 'an old log', { type: 'log', tokens: 6000 })], 'working');
  now = 90 * 3_600_000;
  await store.add(
    'shop',
    [
      newSegment('code-1', 'fresh code', { type: 'code', tokens: 3000 }),
      newSegment('decision-1', 'use SQLite', { type: 'decision', tokens: 1000, pinned: true }),
    ],
    'working',
  );
  await store.add('shop', [newSegment('aside', 'put aside', { tokens: 1500 })], 'stashed');
  close();
  const { code, stdout } = await runInProcess(['context', 'show', '--tokens', '20000'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toBe(`shop: 10,000 of 20,000 tokens, 50 %, 3 segments
  [████████████████████····················]
  stashed: 1 segment, 1,500 tokens

By type
  code      3,000  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
  log       6,000  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
  decision  1,000  ███████

By age
  youngest quarter  1,000  ███████
  second            3,000  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
  third             6,000  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
  oldest quarter        0

  █ protected   ▒ kept for now   ░ would be released

Protected by
  pinned  1,000  1 segment

Segments to release: 1 segment, 6,000 tokens
  an old log  6,000  0.74  need 0.0046 = log 0.01 × 0.46 (90.0 h since)
`);
  const json = JSON.parse((await runInProcess(['context', 'show', 'shop', '--json'], { cwd })).stdout);
  expect(json).toMatchObject({
    project: 'shop',
    limit: 200_000,
    tokens: 10_000,
    aside: { segments: 1, tokens: 1500 },
    going: [{ id: 'log-1', score: 0.7402 }],
  });
  const missing = await runInProcess(['context', 'show', 'none'], { cwd });
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot show "none"') });
  expect(missing.stderr).toContain('shop  10000 tokens');
  expect((await runInProcess(['context', 'show', '--tokens', 'x'], { cwd })).code).toBe(2);
});

test('a store that cannot be opened is told in a line', async () => {
  const cwd = tempDir();
  const folder = `${cwd}/.mcp-pruner`;
  mkdirSync(folder);
  const database = new DatabaseSync(`${folder}/context.sqlite`);
  database.exec("CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES ('0004_context.sql')");
  database.close();
  const { code, stderr } = await runInProcess(['context', 'show'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^mcp-pruner: cannot read the context in ".*context\.sqlite": the database was .*start with an empty one\n$/,
  );
});
