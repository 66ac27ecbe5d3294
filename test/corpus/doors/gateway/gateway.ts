import { setTimeout } from 'node:timers/promises';
import type { Note } from '../../call.ts';
import { runCommand } from '../../drivers/run-command.ts';
import { type Message, type StdioSession, startSession } from '../../drivers/stdio-session.ts';
import { everyOf } from '../../inputs/labelled-outputs.ts';
import { readMcpResults } from '../../inputs/mcp-results.ts';
import { serverScript } from '../../inputs/server-offer.ts';
import type { Door, Scene } from '../../scene.ts';
import type { Place, Variables } from '../../stage/place.ts';
import { begin } from '../own-tools.ts';
import { refsIn } from '../refs-in.ts';
import { configureServers } from './configure-servers.ts';
import { overHttp } from './over-http.ts';

interface Setting {
  readonly name: string;
  readonly client?: string;
  readonly version?: string;
  readonly env?: Variables;
  readonly args?: readonly string[];
  /** Fields to add to the server's entry. */
  readonly entry?: object;
  /** Settings beside the servers. */
  readonly settings?: object;
  readonly isLarge?: boolean;
  /** True to run all commands that manage servers, rather than only the first ones that every scene runs. */
  readonly commands?: boolean;
  /** Requests only every n-th answer. Default: 1. */
  readonly step?: number;
}

const review = { review: { servers: ['many'], tools: { many: { allowedTools: ['answer', 'table'] } } } };
const overridden = { answer: { name: 'reply', description: 'Replies.', annotations: { readOnlyHint: true } } };

const SETTINGS: readonly Setting[] = [
  { name: 'plain', commands: true },
  { name: 'claude-code', client: 'claude-code', version: '2025-11-25' },
  { name: 'codex', client: 'codex-mcp-client', step: 3 },
  { name: 'cursor', client: 'cursor-vscode', version: '2024-11-05', step: 4 },
  { name: 'text', env: { MCP_PRUNER_OUTPUT: 'text' }, step: 3 },
  { name: 'small', env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '2048' }, step: 2 },
  {
    name: 'lazy',
    env: { MCP_PRUNER_LAZY: 'on', MCP_PRUNER_LAZY_TOKENS: '100' },
    isLarge: true,
    commands: true,
    step: 9,
  },
  { name: 'many tools', isLarge: true, env: { MCP_PRUNER_LAZY: 'off' }, step: 30 },
  {
    name: 'many tools of claude-code',
    client: 'claude-code',
    isLarge: true,
    env: { MCP_PRUNER_LAZY_TOKENS: '100' },
    step: 30,
  },
  { name: 'without prefix', env: { MCP_PRUNER_PREFIX: 'off' }, step: 9 },
  { name: 'unshaped', entry: { shape: false }, step: 5 },
  { name: 'without questions', entry: { focus: false }, step: 5 },
  { name: 'chosen tools', commands: true, entry: { allowedTools: ['a*', 't*'], blockedTools: ['table'] }, step: 30 },
  { name: 'overridden', entry: { tools: overridden }, step: 30 },
  { name: 'a profile', settings: { profiles: review }, args: ['--profile', 'review'], step: 30 },
  { name: 'a profile that is none', settings: { profiles: review }, env: { MCP_PRUNER_PROFILE: 'none' }, step: 60 },
  { name: 'approval', commands: true, settings: { approve: 'always' }, step: 60 },
  { name: 'shadow', env: { MCP_PRUNER_SHADOW: 'on' }, step: 5 },
  { name: 'no pruner', env: { PRUNER_URL: '' }, step: 5 },
  { name: 'redacted', env: { ARTIFACT_REDACT: 'on' }, step: 9 },
  { name: 'disabled', commands: true, entry: { disabled: true }, step: 60 },
];

/** The gateway: another MCP server behind the launcher. */
export const gateway: Door = { name: 'gateway', scenes: [...SETTINGS.map(toScene), overHttp] };

function toScene(setting: Setting): Scene {
  const { name, client = 'some-client', version = '2025-06-18', env = {}, args = [] } = setting;
  return {
    name,
    async play(place, note) {
      configureServers(place, setting.entry, setting.settings, setting.isLarge);
      await noteCommands(place, note, setting.commands === true);
      const session = startSession(place, { env, args });
      session.onAsked = (method) => ANSWERS[method] ?? {};
      const capabilities = { roots: {}, sampling: {}, elicitation: {} };
      note('initialize', client, await begin(session, { client, version, capabilities }));
      const names = await noteLists(session, note);
      await playCalls(session, note, names, setting.step ?? 1);
      if (names.includes('find_tool')) await playSearches(session, note);
      const notable = session.told.filter(({ method }) => !method?.endsWith('list_changed'));
      note(
        'what the client was told',
        {},
        notable.map(({ id, ...message }) => message),
      );
      const { code } = await session.end();
      note('end', {}, { code });
      const again = startSession(place, { env, args });
      note('initialize of a second session', client, await begin(again, { client, version, capabilities }));
      if (setting.commands === true) await noteRunning(place, again, note);
      await again.end();
    },
  };
}

const ANSWERS: Readonly<Record<string, object>> = {
  'roots/list': { roots: [{ uri: 'file:///home/ann/shop' }] },
  'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: 't' } },
  'elicitation/create': { action: 'accept', content: { name: 'n' } },
};

const FIRST = [['test', 'many'], ['list']];
const MORE = [
  ['test', 'many', '--json', '--tool', 'answer', '--args', '{"pick":"an error"}'],
  ['test', 'many', '--tool', 'none'],
  ['test', 'forge'],
  ['list', '--json'],
  ['approve'],
  ['status'],
];

/** Runs the commands. `test` fetches the server's lists, so that the later session has them at once. */
async function noteCommands(place: Place, note: Note, all: boolean): Promise<void> {
  for (const words of [...FIRST, ...(all ? MORE : [])])
    note(`mcp ${words.join(' ')}`, words, await runCommand(place, ['mcp', ...words]));
}

/**
 * Records what the commands print about a running session. The session has not made calls, because its status is
 * written after calls.
 */
async function noteRunning(place: Place, session: StdioSession, note: Note): Promise<void> {
  await connected(session);
  for (let tries = 0; tries < 10; tries++) {
    const { stdout } = await runCommand(place, ['mcp', 'status']);
    if (stdout.includes('connected')) break;
  }
  for (const words of [
    ['status'],
    ['status', '--json'],
    ['logs', 'many'],
    ['logs', 'many', '--lines', '2'],
    ['restart', 'many'],
  ])
    note(`mcp ${words.join(' ')} beside it`, words, await runCommand(place, ['mcp', ...words]));
}

async function noteLists(session: StdioSession, note: Note): Promise<readonly string[]> {
  await connected(session);
  const listed = await session.request('tools/list', {});
  note('tools/list', {}, listed);
  for (const method of ['prompts/list', 'resources/list', 'resources/templates/list'])
    note(method, {}, await session.request(method, {}));
  return ((listed.result?.['tools'] ?? []) as { readonly name: string }[]).map(({ name }) => name);
}

/**
 * Waits until the server's resources are listed, because these lists are not stored between runs. Gives up soon,
 * because the server may be disabled.
 */
async function connected(session: StdioSession): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const lists = await Promise.all(
      ['resources/list', 'resources/templates/list', 'prompts/list'].map((method) => session.request(method, {})),
    );
    if (lists.every(({ result }) => JSON.stringify(result).includes('many'))) return;
    await setTimeout(50);
  }
}

async function playCalls(session: StdioSession, note: Note, names: readonly string[], step: number): Promise<void> {
  const nameOf = (tool: string): string => names.find((name) => name.endsWith(tool)) ?? `mcp_many_${tool}`;
  const call = async (tool: string, args: object, _meta?: object): Promise<Message> => {
    const answer = await session.request('tools/call', { name: tool, arguments: args, ...(_meta && { _meta }) });
    note(`${tool} ${JSON.stringify(args).slice(0, 160)}`, args, answer);
    return answer;
  };
  const questions = new Map(readMcpResults().map(({ id, question }) => [id, question]));
  const picks = Object.keys(serverScript().results).filter((one) => !one.startsWith('x:'));
  const refs = new Set<string>();
  for (const pick of everyOf(picks, step)) {
    const asked = { pick, context_focus_question: questions.get(pick) ?? 'Which row or request failed, and why?' };
    for (const args of [{ pick }, asked]) for (const ref of refsIn(await call(nameOf('answer'), args))) refs.add(ref);
    if (pick.includes('rows')) for (const args of [{ pick }, asked]) await call(nameOf('table'), args);
  }
  for (const ref of everyOf([...refs], 12)) {
    await call('artifact', { ref, start_line: 2, end_line: 30 });
    await call('artifact', { ref, path: '$.content[0].text' });
    await call('artifact', { ref, context_focus_question: 'Which row failed?' });
  }
  await call(nameOf('focused'), { pick: 'an error', context_focus_question: 7 });
  await call(nameOf('answer'), { context_focus_question: '' });
  await call(nameOf('answer'), { pick: 'none at all' });
  await call(nameOf('progress'), {}, { progressToken: 'mine' });
  note('logging/setLevel', {}, await session.request('logging/setLevel', { level: 'info' }));
  for (const tool of ['log', 'refuse', 'odd', 'none']) await call(nameOf(tool), {});
  for (const method of [...Object.keys(ANSWERS), 'ping', 'odd/method'])
    await call(nameOf('ask'), { method, params: {} });
  const requests: readonly (readonly [string, object])[] = [
    ['prompts/get', { name: 'mcp_many_greet', arguments: { who: 'Ann' } }],
    ['prompts/get', { name: 'greet', arguments: { who: 'Ann' } }],
    ['prompts/get', { name: 'none' }],
    ['resources/read', { uri: 'mcp://many/x:1' }],
    ['resources/read', { uri: 'mcp://many/x:long' }],
    ['resources/read', { uri: 'mcp://many/x:none' }],
    ['resources/read', { uri: 'x:1' }],
    ['resources/subscribe', { uri: 'mcp://many/x:1' }],
    ['resources/unsubscribe', { uri: 'mcp://many/x:1' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'mcp_many_greet' }, argument: { name: 'who', value: 'A' } },
    ],
  ];
  for (const [method, params] of requests)
    note(`${method} ${JSON.stringify(params)}`, params, await session.request(method, params));
}

async function playSearches(session: StdioSession, note: Note): Promise<void> {
  const ask = async (name: string, args: object): Promise<void> =>
    note(`${name} ${JSON.stringify(args)}`, args, await session.request('tools/call', { name, arguments: args }));
  for (const query of ['leave a comment on issue 42', 'merge a PR', 'remove a folder', 'forge release', 'xyzzy', ''])
    await ask('find_tool', { query });
  await ask('find_tool', { query: 'labels', limit: 2 });
  await ask('find_tool', { query: 'labels', limit: 0 });
  await ask('call_tool', { name: 'mcp_forge_create_issue', arguments: { owner: 'ann' } });
  await ask('call_tool', { name: 'mcp_many_answer', arguments: { pick: 'an error', context_focus_question: 'Why?' } });
  await ask('call_tool', { name: 'none', arguments: {} });
  await ask('call_tool', { arguments: 7 });
}
