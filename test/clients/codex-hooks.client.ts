import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { codexUser } from './codex-user.ts';
import { NODE } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, NOTICE, sourceAround, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

/** The only model to choose that is offered tools directly. All others write code that calls them. */
const DIRECT = 'gpt-5.5';

/** Milliseconds for a session on a busy machine. */
const TIMEOUT = 120_000;

/**
 * A source with little about the session's subject, so that the shortened text fits the 10,000 bytes that Codex shows.
 */
const SOURCE = `${LONG_SOURCE.slice(0, 15_000).replace(/.*$/, '')}${sourceAround(2500)}`;

function shell(cmd: string, said?: string) {
  return { ...(said !== undefined && { said }), tool: 'exec_command', input: { cmd, yield_time_ms: 20_000 } };
}

test(`what Codex’s own commands print reaches ${DIRECT} shortened, with the exit code, and a patch after it works`, async () => {
  const { codexHome, settings, file, pruner, trustHooks, ask } = withSource(codexUser(tempDir(), DIRECT), SOURCE);
  const before = readFileSync(settings, 'utf8');
  const told = await pruner(
    'init',
    '--codex',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  expect(told).toContain('/hooks');
  await trustHooks();
  const [read = '', failed = '', patched = ''] = await ask(ABOUT_SOURCE, [
    shell('cat config.ts', 'I look at how a member is added.'),
    shell('cat config.ts; exit 3', 'Once more: how a member is added.'),
    { tool: 'apply_patch', input: `*** Begin Patch\n*** Update File: config.ts\n@@\n-${MENDED_LINE}*** End Patch\n` },
  ]);
  expect(read).toMatch(/^Process exited with code 0\nOutput:\n/);
  expect(read).toContain('export function addMember');
  expect(read.length).toBeLessThan(SOURCE.length / 2);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="ax:/,
  );
  expect(failed).toMatch(/Process exited with code 3\n/);
  expect(patched).toContain('Success');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);

  const [, ref = ''] = NOTICE.exec(read) ?? [];
  const [back = ''] = await ask('Show me how a member is removed.', [
    { tool: 'mcp__pruner__artifact', input: { ref, pattern: 'function removeMember' } },
  ]);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  Bash ');

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect(existsSync(path.join(codexHome, 'hooks.json'))).toBe(false);
});

test('the end of a command that still ran reaches the model shortened from write_stdin, and whole from a script', async () => {
  const { settings, pruner, trustHooks, ask } = withSource(codexUser(tempDir(), DIRECT), SOURCE);
  const more = ['--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000', '--env', 'MCP_PRUNER_HOOK_CUTS=more'];
  await pruner('init', '--codex', '--on', ...more);
  await trustHooks();
  // The model is then offered scripts beside its direct tools.
  appendFileSync(settings, '\n[features]\ncode_mode = true\n');
  const begin = { tool: 'exec_command', input: { cmd: 'sleep 2; cat config.ts; exit 3', yield_time_ms: 300 } };
  const rest = (begun = '') => ({
    ...{ session_id: Number(/^Process running with session ID (\d+)$/m.exec(begun)?.[1]), chars: '' },
    yield_time_ms: 20_000,
  });
  const [, ended = '', , script = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', ...begin },
    ([begun]) => ({ tool: 'write_stdin', input: rest(begun) }),
    { said: 'Once more: how a member is added.', ...begin },
    ([, , begun]) => {
      const call = `const r = await tools.write_stdin(${JSON.stringify(rest(begun))});`;
      return { tool: 'exec', input: `${call}\ntext(\`\${r.exit_code}, \${r.output.length} characters\`);` };
    },
  ]);
  expect(ended).toMatch(/^Process exited with code 3\nOutput:\n/);
  expect(ended).toContain('export function addMember');
  expect(ended).toMatch(NOTICE);
  expect(ended.length).toBeLessThan(SOURCE.length / 2);
  expect(script).toMatch(/^Script completed\n/);
  expect(script).toContain(`3, ${SOURCE.length} characters`);
});

describe('what commands print that the code of Codex’s default model runs', () => {
  const { pruner, trustHooks, ask } = withSource(codexUser(tempDir(afterAll)), SOURCE);
  let read = '';
  let failed = '';
  beforeAll(async () => {
    await pruner(
      'init',
      '--codex',
      '--on',
      '--env',
      'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
      '--env',
      'MCP_PRUNER_HOOK_CUTS=more',
    );
    await trustHooks();
    [read = '', failed = ''] = await ask(ABOUT_SOURCE, [
      shell('cat config.ts', 'I look at how a member is added.'),
      shell('cat config.ts; exit 3', 'Once more: how a member is added.'),
    ]);
  }, TIMEOUT);

  test('has what the session is about, and tells the exit code', () => {
    for (const printed of [read, failed]) expect(printed).toContain('export function addMember');
    expect(failed).toMatch(/\bcode:? 3\b/);
  });

  // A hook's answer would stop the script, and a filter around the command would hide the command from Codex's own
  // rules.
  test('stays whole, and doctor never says PASS', async () => {
    expect(read).toContain(SOURCE);
    expect(await pruner('doctor')).toMatch(/INFO +codex-hooks +.*stay whole/);
  });
});

/** A server without resources: it only answers what Codex asks at its start. */
const WITHOUT_RESOURCES = `
  const answers = {
    initialize: (params) => ({
      protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' },
    }),
    'tools/list': () => ({ tools: [{ name: 'one', description: 'A tool.', inputSchema: { type: 'object' } }] }),
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
  });
`;

test('beside any MCP server Codex offers its three tools for resources, so ours costs none of them', async () => {
  const offered = async (settings: string): Promise<readonly string[]> => {
    const user = codexUser(tempDir(), DIRECT);
    appendFileSync(user.settings, settings);
    const [request] = await user.talk('Say that you are done.', []);
    const { tools = [] } = Object(request?.body) as { readonly tools?: readonly { readonly name?: string }[] };
    return tools.flatMap(({ name = '' }) => (/_mcp_resource/.test(name) ? [name] : []));
  };
  const plain = `[mcp_servers.plain]\ncommand = ${JSON.stringify(NODE)}\nargs = ${JSON.stringify(['-e', WITHOUT_RESOURCES])}\n`;
  expect(await offered('')).toEqual([]);
  expect(await offered(plain)).toEqual(['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource']);
});

test('a hook that Codex does not trust changes nothing, and doctor says so', async () => {
  const { pruner, ask } = withSource(codexUser(tempDir(), DIRECT), SOURCE);
  await pruner('init', '--codex', '--on', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
  const [read = ''] = await ask(ABOUT_SOURCE, [shell('cat config.ts')]);
  expect(read).toContain(SOURCE);
  const told = await pruner('doctor');
  expect(told).toMatch(/WARN +codex-hooks +.*not.*trust/i);
  expect(told).toMatch(/WARN +codex-recent +.* of 1 long result in the last session mcp-pruner saw none/);
});
