import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRememberedLists } from '../../../../launcher/gateway/catalog/remembered-lists.ts';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const { server } = checkServer('s', { command: 'x' });
if (!server.ok) throw new Error('unreachable');
const { config } = server;
const good = { tools: [{ name: 't', inputSchema: { type: 'object' } }], prompts: [], used: {} };

test.each([
  ['as it was written', good, true],
  ['no object', null, false],
  ['tools that are none', { ...good, tools: [null, { name: 5 }] }, false],
  ['no list of prompts', { ...good, prompts: 5 }, false],
  ['uses that are none', { ...good, used: null }, false],
])('an entry of the file counts where it is what we write: %s', async (_what, entry, counts) => {
  const home = tempDir();
  const file = path.join(home, 'gateway', 'lists.json');
  mkdirSync(path.dirname(file));
  const first = createRememberedLists(home, systemTimers);
  first.write('s', config, good);
  await first.flush();
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: Record<string, object> };
  const odd = Object.fromEntries(Object.entries(servers).map(([id, one]) => [id, entry && { ...one, ...entry }]));
  writeFileSync(file, JSON.stringify({ version: 1, servers: odd }));
  const known = await createRememberedLists(home, systemTimers).read('s', config);
  expect(known !== undefined).toBe(counts);
});
