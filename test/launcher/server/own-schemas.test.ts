import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering } from '../../support/gateway.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const either = {
  type: 'object',
  properties: { path: { type: 'string' }, url: { type: 'string' } },
  anyOf: [{ required: ['path'] }, { required: ['url'] }],
};
const { type: _, ...untyped } = either;
const plain = { type: 'object', properties: either.properties };
const tools = [
  { name: 'either', inputSchema: either },
  { name: 'untyped', inputSchema: untyped },
];

/** Returns the input schemas that a client gets, first from the servers and then as they are remembered. */
async function schemasFor(client: string, home: string): Promise<readonly unknown[]> {
  const launcher = startLauncher(home, { MCP_PRUNER_HOME: home });
  const clientInfo = { name: client, version: '1' };
  await launcher.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const listed = await until(async () => {
    const { result } = await launcher.request('tools/list');
    const all = result?.['tools'] as readonly { readonly name: string; readonly inputSchema: object }[];
    const theirs = all.filter(({ name }) => tools.some((one) => name.endsWith(one.name)));
    return theirs.length === tools.length ? theirs : undefined;
  });
  expect(await launcher.end()).toBe(0);
  return listed.map(({ inputSchema }) => inputSchema);
}

test.each([
  ['inspector-cli', either],
  ['mcp-inspector', either],
  ['claude-code', plain],
  ['inspectorate', plain],
])('a root anyOf reaches %s as it can take it, also from an earlier run’s list', async (client, schema) => {
  const home = tempDir();
  const server = answering({ tools }, { focus: false });
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { s: server } }), { mode: 0o600 });
  for (const run of ['first', 'second']) {
    // A schema without the type would make the SDK's clients refuse the list.
    expect(await schemasFor(client, home), run).toEqual([schema, plain]);
  }
});
