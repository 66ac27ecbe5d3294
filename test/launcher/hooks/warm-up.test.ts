import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { HOOK_HOSTS } from '../../../launcher/hosts/hosts.ts';
import { built } from '../../runtime/built.ts';
import { NODE, ROOT } from '../../runtime/started.ts';
import { startLauncher } from '../../support/launcher.ts';
import { SHOP } from '../../support/shop.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { codexSession, commandCall, endedCommand } from '../hosts/codex/codex-session.ts';
import { copilotSession } from '../hosts/copilot/copilot-session.ts';
import { cursorSession } from '../hosts/cursor/cursor-session.ts';

const LONG = SHOP.repeat(8);
const FILE = '/home/ann/shop/src/shop.ts';
const ASKED = 'Mend update_refund: the refund is applied twice';
const SAID = 'I look at how a refund is updated.';

/** Input of a hook of each host, about refunds. `home`: the user's folder. */
const INPUTS: Readonly<Record<string, (home: string) => object>> = {
  'claude-code': (home) => ({ hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1', cwd: home }),
  codex: endedCommand,
  cursor(home) {
    const session = cursorSession(home);
    session.said(SAID);
    return session.hooked();
  },
  copilot(home) {
    const session = copilotSession(path.join(home, '.copilot/session-state'));
    const toolArgs = { command: 'cat shop.ts' };
    session.asked(ASKED);
    session.called(SAID, 'c1', 'bash', toolArgs);
    const printed = `${LONG}\n<shellId: 1 completed with exit code 0>`;
    const toolResult = { resultType: 'success', textResultForLlm: printed };
    return { sessionId: session.id, timestamp: 1, cwd: home, toolName: 'bash', toolArgs, toolResult };
  },
  gemini(home) {
    const chats = path.join(home, '.gemini/tmp/shop/chats');
    mkdirSync(chats, { recursive: true });
    const transcript = path.join(chats, 'session-1.jsonl');
    for (const entry of [
      { sessionId: 's', projectHash: 'h', kind: 'main' },
      { id: 'm1', type: 'user', content: [{ text: ASKED }] },
      { id: 'm2', type: 'gemini', content: SAID },
    ])
      appendFileSync(transcript, `${JSON.stringify(entry)}\n`);
    return {
      ...{ hook_event_name: 'AfterTool', session_id: 's', transcript_path: transcript, cwd: home },
      ...{ tool_name: 'read_file', tool_input: { file_path: FILE }, tool_response: { llmContent: LONG } },
    };
  },
  opencode() {
    const part = (id: string, of: object) => ({ id, sessionID: 'ses_1', ...of });
    const said = part('p2', { type: 'text', text: SAID, time: { start: 1, end: 2 } });
    const args = { command: 'cat shop.ts' };
    const state = { status: 'running', input: args };
    const call = part('p3', { type: 'tool', callID: 'c1', tool: 'bash', state });
    const messages = [
      { info: { id: 'm1', role: 'user' }, parts: [part('p1', { type: 'text', text: ASKED })] },
      { info: { id: 'm2', role: 'assistant' }, parts: [said, call] },
    ];
    return { session: 'ses_1', call: 'c1', tool: 'bash', args, output: LONG, metadata: {}, messages };
  },
};

/** Starts a server of its own copy of the program, as Codex does. `remove` takes all of its files away. */
async function installed(home: string) {
  const program = path.join(home, 'package');
  cpSync(path.dirname(built('bin')), path.join(program, 'dist'), { recursive: true });
  writeFileSync(path.join(program, 'package.json'), '{ "type": "module" }');
  const env = {
    ...{ MCP_PRUNER_HOME: home, MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more', MCP_PRUNER_LOG: 'debug' },
    ...{ MCP_PRUNER_HOOK_TIMEOUT_MS: '60000', MCP_PRUNER_LEDGER: 'on', ARTIFACT_REDACT: 'on' },
  };
  const launcher = startLauncher(home, env, [], path.join(program, 'dist/index.js'));
  await launcher.request('initialize', {
    ...{ protocolVersion: '2025-06-18', capabilities: {} },
    clientInfo: { name: 'codex-mcp-client', version: '2' },
  });
  await launcher.request('tools/list');
  await launcher.event('hook.ready');
  return { launcher, remove: () => renameSync(program, path.join(home, 'replaced')) };
}

test('every hook is answered as before if an update has removed the program of the running server', async () => {
  const home = tempDir();
  const { launcher, remove } = await installed(home);
  remove();
  expect(Object.keys(INPUTS).sort()).toEqual(HOOK_HOSTS.map(({ name }) => name).sort());
  for (const [host, input] of Object.entries(INPUTS)) {
    const call = { name: 'hook', arguments: { host, ...input(home) } };
    const { result, error } = await launcher.request('tools/call', call);
    expect(error, host).toBeUndefined();
    const [{ text: answer = '' } = {}] = (result?.['content'] ?? []) as { readonly text?: string }[];
    const shown = host === 'claude-code' ? /^\{\}$/ : host === 'gemini' ? /tailToolCallRequest/ : /left out what/;
    expect(answer, host).toMatch(shown);
  }
  // A command that prints another encoding, over the socket.
  const session = codexSession(home, 'other');
  session.said(SAID);
  session.called('call-2', 'cat shop.ts');
  session.exited('call-2', 0);
  const input = commandCall(session, 'call-2', `\0\ufffd${LONG}`);
  const child = spawn(NODE, [`${ROOT}launcher/hooks/process/hook-process.ts`, 'codex', home]);
  child.stdin.end(JSON.stringify(input));
  expect(await text(child.stdout)).toContain('update_refund');
  expect(await launcher.end()).toBe(0);
});
