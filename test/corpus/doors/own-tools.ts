import type { Note } from '../call.ts';
import { type Message, type StdioSession, startSession } from '../drivers/stdio-session.ts';
import { everyOf, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import { artifactCalls, OWN_TOOL_CALLS, type ToolCall } from '../inputs/own-tool-calls.ts';
import { writeProject } from '../inputs/write-project.ts';
import type { Door, Scene } from '../scene.ts';
import type { Place, Variables } from '../stage/place.ts';
import { refsIn } from './refs-in.ts';

/** How a client begins its session, and the configuration of its launcher. */
interface Setting {
  readonly name: string;
  readonly client: string;
  readonly version?: string;
  readonly capabilities?: object;
  readonly env?: Variables;
  /** Makes only every n-th call of the list. Default: 1. */
  readonly step?: number;
}

const SETTINGS: readonly Setting[] = [
  { name: 'plain', client: 'some-client' },
  { name: 'claude-code', client: 'claude-code', version: '2025-11-25' },
  { name: 'codex', client: 'codex-mcp-client', version: '2025-03-26', step: 2 },
  { name: 'cursor', client: 'cursor-vscode', step: 3 },
  { name: 'gemini', client: 'gemini-cli-mcp-client', step: 4 },
  { name: 'opencode', client: 'opencode', version: '2024-11-05', step: 4 },
  { name: 'unknown version', client: 'old', version: '1999-01-01', step: 9 },
  { name: 'structured', client: 'claude-code', env: { MCP_PRUNER_OUTPUT: 'structured' }, step: 2 },
  { name: 'text', client: 'some-client', env: { MCP_PRUNER_OUTPUT: 'text' }, step: 2 },
  { name: 'bounded', client: 'some-client', env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '10240' } },
  {
    name: 'bounded text',
    client: 'codex-mcp-client',
    env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '2048', MCP_PRUNER_OUTPUT: 'text' },
    step: 2,
  },
  { name: 'no pruner', client: 'some-client', env: { PRUNER_URL: '' }, step: 2 },
  { name: 'default pruner', client: 'some-client', env: { PRUNER_URL: undefined }, step: 3 },
  { name: 'unreachable pruner', client: 'some-client', env: { PRUNER_URL: 'http://127.0.0.1:9/prune' }, step: 4 },
  {
    name: 'fallback',
    client: 'some-client',
    env: { PRUNER_URL: 'http://127.0.0.1:9/prune', PRUNER_FALLBACK: 'embedded' },
    step: 4,
  },
  { name: 'shadow', client: 'claude-code', env: { MCP_PRUNER_SHADOW: 'on' }, step: 3 },
  { name: 'small input', client: 'some-client', env: { PRUNER_MAX_INPUT_BYTES: '2000' }, step: 3 },
  { name: 'context auto', client: 'some-client', env: { MCP_PRUNER_CONTEXT: 'auto' }, step: 5 },
];

/** Calls of the launcher's own tools over stdio. */
export const ownTools: Door = {
  name: 'own-tools',
  scenes: [...SETTINGS.map(toScene), labelled('structured', 0), labelled('text', 1)],
};

function toScene(setting: Setting): Scene {
  return {
    name: setting.name,
    async play(place, note) {
      writeProject(place);
      const session = startSession(place, { env: setting.env ?? {} });
      note('initialize', setting.client, await begin(session, setting));
      await noteLists(session, note);
      const refs = new Set<string>();
      for (const one of everyOf(OWN_TOOL_CALLS, setting.step ?? 1)) {
        for (const ref of refsIn(await noteCall(session, note, one))) refs.add(ref);
      }
      for (const ref of everyOf([...refs], 3)) {
        for (const one of artifactCalls(ref)) await noteCall(session, note, one);
        note('resources/read', ref, await session.request('resources/read', { uri: ref }));
      }
      await noteLists(session, note);
      const { code, events } = await session.end();
      note('events', setting.name, { code, events });
    },
  };
}

/** Begins a session of an earlier version. */
export async function begin(session: StdioSession, setting: Omit<Setting, 'name' | 'env'>): Promise<Message> {
  const { client, version = '2025-06-18', capabilities = {} } = setting;
  const clientInfo = { name: client, version: '2.1.330' };
  const answer = await session.request('initialize', { protocolVersion: version, capabilities, clientInfo });
  session.send({ method: 'notifications/initialized' });
  return answer;
}

async function noteLists(session: StdioSession, note: Note): Promise<void> {
  for (const method of [
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'prompts/list',
    'ping',
    'odd/method',
  ])
    note(method, {}, await session.request(method, {}));
}

async function noteCall(session: StdioSession, note: Note, { tool, args }: ToolCall): Promise<Message> {
  const input = JSON.stringify(args ?? null).slice(0, 300);
  const answer = await session.request('tools/call', { name: tool, arguments: args });
  note(`${tool} ${input.slice(0, 120)}`, input, answer);
  return answer;
}

/** Reads and prints each labelled output, with its questions. */
function labelled(output: string, turn: number): Scene {
  return {
    name: `labelled outputs as ${output}`,
    async play(place, note) {
      const session = startSession(place, { env: { MCP_PRUNER_OUTPUT: output } });
      await begin(session, { client: 'some-client' });
      const outputs = readLabelledOutputs();
      writeOutputs(place, outputs);
      for (const [at, { id, exitCode, questions }] of outputs.entries()) {
        const file_path = `outputs/${id}.txt`;
        const command = `cat '${file_path}'; exit ${exitCode}`;
        for (const [nth, ask] of questions.slice(0, 2).entries()) {
          const asked = { context_focus_question: ask };
          const isRead = (at + nth + turn) % 2 === 0;
          const [name, args] = isRead ? ['read', { file_path, ...asked }] : ['bash', { command, ...asked }];
          note(`${name} ${id}: ${ask}`, { id, ask }, await session.request('tools/call', { name, arguments: args }));
        }
      }
      await session.end();
    },
  };
}

export function writeOutputs(place: Place, outputs: readonly { readonly id: string; readonly text: string }[]): void {
  for (const { id, text } of outputs) place.write(`root/outputs/${id}.txt`, text);
}
