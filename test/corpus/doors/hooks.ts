import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Note } from '../call.ts';
import { runCommand } from '../drivers/run-command.ts';
import { type StdioSession, startSession } from '../drivers/stdio-session.ts';
import {
  type Hooked,
  hookedClaude,
  hookedCodex,
  hookedCursor,
  hookedGemini,
  hookedOpencode,
} from '../inputs/host-sessions.ts';
import { everyOf, type LabelledOutput, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import { LONG_SHOP } from '../inputs/shop.ts';
import type { Door, Scene } from '../scene.ts';
import type { Place, Variables } from '../stage/place.ts';
import { begin } from './own-tools.ts';
import { refsIn } from './refs-in.ts';

type ToHooked = (place: Place, output: LabelledOutput, at: number) => Hooked;

interface Host {
  readonly name: string;
  readonly client: string;
  readonly toHooked: ToHooked;
  /** True for hosts that call the tool `hook` of the running server. Other hosts start a process. */
  readonly callsTool: boolean;
}

const HOSTS: readonly Host[] = [
  { name: 'claude-code', client: 'claude-code', toHooked: hookedClaude, callsTool: true },
  { name: 'codex', client: 'codex-mcp-client', toHooked: hookedCodex, callsTool: true },
  { name: 'cursor', client: 'cursor-vscode', toHooked: hookedCursor, callsTool: false },
  { name: 'gemini', client: 'gemini-cli-mcp-client', toHooked: hookedGemini, callsTool: false },
  { name: 'opencode', client: 'opencode', toHooked: hookedOpencode, callsTool: false },
];

const CUTS = ['more', 'default'];

/** The hooks of each host, as calls of the running server's tool and as processes. */
export const hooks: Door = {
  name: 'hooks',
  scenes: [
    ...HOSTS.filter(({ callsTool }) => callsTool).flatMap((host) => CUTS.map((cuts) => asTool(host, cuts))),
    ...HOSTS.flatMap((host) => CUTS.map((cuts) => asProcess(host, cuts))),
    ...HOSTS.flatMap((host) => ['off', 'shadow'].map((mode) => unshortened(host, mode))),
    { name: 'without a server', play: withoutServer },
  ],
};

// A long timeout, so that no answer depends on the machine's speed.
const on = (cuts: string): Variables => ({
  ...{ MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: cuts, MCP_PRUNER_HOOK_TIMEOUT_MS: '60000' },
  MCP_PRUNER_HOOK_IGNORE: '**/ignored/**,*.lock',
});

/** Starts a server for a host, which listens for hooks. */
async function serve(place: Place, { client }: Host, env: Variables): Promise<StdioSession> {
  const session = startSession(place, { env });
  await begin(session, { client });
  await session.request('tools/list');
  return session;
}

/** Returns a hook's input as an MCP tool gets it: objects become JSON texts. */
function toArguments(input: Hooked['input']): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  );
}

function asTool(host: Host, cuts: string): Scene {
  return {
    name: `${host.name} by tool, ${cuts}`,
    async play(place, note) {
      const session = await serve(place, host, on(cuts));
      const added = host.name === 'codex' ? { host: 'codex' } : {};
      const ask = async (name: string, args: object): Promise<void> => {
        const answer = await session.request('tools/call', { name: 'hook', arguments: { ...added, ...args } });
        note(name, name, answer);
        for (const ref of refsIn(answer).slice(0, 1)) {
          const back = { ref, start_line: 1, end_line: 4 };
          note(`${name}, read back`, back, await session.request('tools/call', { name: 'artifact', arguments: back }));
        }
      };
      for (const [at, output] of readLabelledOutputs().entries()) {
        if (at % 2 !== CUTS.indexOf(cuts)) continue;
        await ask(output.id, toArguments(host.toHooked(place, output, at).input));
      }
      const [first] = longest();
      if (first !== undefined) await askOddly(host.toHooked(place, first, 9000).input, ask);
      note('end', {}, await session.end());
    },
  };
}

/** Sends unusual inputs, such as those that must pass unchanged, and an event of a compaction. */
async function askOddly(input: Hooked['input'], ask: (name: string, args: object) => Promise<void>): Promise<void> {
  const odd: Readonly<Record<string, object>> = {
    'the same again': {},
    'no transcript': { transcript_path: '/none.jsonl' },
    'null transcript': { transcript_path: null },
    'an event before': { hook_event_name: 'PreToolUse' },
    'an unknown tool': { tool_name: 'Agent' },
    'a tool of another server': { tool_name: 'mcp__db__query', tool_response: [{ type: 'text', text: LONG_SHOP }] },
    'a tool of ours': { tool_name: 'mcp__pruner__read', tool_response: [{ type: 'text', text: LONG_SHOP }] },
    'a list of files': {
      ...{ tool_name: 'Glob', tool_input: { pattern: '**' } },
      tool_response: { filenames: LONG_SHOP.split('\n'), durationMs: 1, numFiles: 2, truncated: false },
    },
    'a page': {
      tool_name: 'WebFetch',
      tool_response: { bytes: 3, code: 200, codeText: 'OK', result: LONG_SHOP, url: 'x' },
    },
    'another shape': { tool_response: { odd: true } },
    'no id': { tool_use_id: undefined },
    'a subagent': { agent_id: 'agent-1' },
    'instructions for agents': {
      ...{ tool_name: 'Read', tool_input: { file_path: '/home/ann/shop/CLAUDE.md' } },
      tool_response: {
        type: 'text',
        file: {
          filePath: '/home/ann/shop/CLAUDE.md',
          content: LONG_SHOP,
          numLines: 1280,
          startLine: 1,
          totalLines: 1280,
        },
      },
    },
    'a compaction': { hook_event_name: 'SessionStart', source: 'compact' },
    'a start': { hook_event_name: 'SessionStart', source: 'startup' },
  };
  for (const [name, more] of Object.entries(odd)) await ask(name, toArguments({ ...input, ...more }));
  await ask('nothing', {});
}

/** Returns large outputs of successful commands, from which hooks can leave lines out. */
function longest(): readonly LabelledOutput[] {
  const some = readLabelledOutputs().filter(({ text, exitCode }) => exitCode === 0 && text.length > 12_000);
  return everyOf(some, 9);
}

async function runHook(place: Place, { host, input }: Hooked, env: Variables = {}): Promise<unknown> {
  // The command only reads input that is there when it begins, so with a slowly filled pipe it would find no input.
  const stdinFile = place.write('tmp/hook-input.json', JSON.stringify(input));
  const ran = await runCommand(place, ['hook', host], { stdinFile, env });
  // For Gemini CLI, the answer names a file to read.
  const file = /"file_path":"([^"]+)"/.exec(ran.stdout)?.[1];
  return file === undefined ? ran : { ...ran, told: readOr(file) };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'no such file';
  }
}

function asProcess(host: Host, cuts: string): Scene {
  return {
    name: `${host.name} by process, ${cuts}`,
    async play(place, note) {
      const session = await serve(place, host, on(cuts));
      await untilListening(place);
      const outputs = everyOf(readLabelledOutputs(), host.callsTool ? 50 : 12, CUTS.indexOf(cuts));
      for (const [at, output] of outputs.entries())
        note(output.id, output.id, await runHook(place, host.toHooked(place, output, at)));
      await runOddly(place, host, note);
      note('end', {}, await session.end());
    },
  };
}

async function runOddly(place: Place, host: Host, note: Note): Promise<void> {
  const [output] = longest();
  if (output === undefined) return;
  const hooked = host.toHooked(place, output, 9000);
  note('a long output', output.id, await runHook(place, hooked));
  note('another host', {}, await runHook(place, { ...hooked, host: host.name === 'codex' ? 'gemini' : 'codex' }));
  note('from Cursor', {}, await runHook(place, hooked, { CURSOR_VERSION: '2.4.0' }));
  for (const stdin of ['', 'null', '{', '[]', '"text"'])
    note(`input ${stdin}`, stdin, await runCommand(place, ['hook', host.name], { stdin }));
}

/** Waits for the file that describes the socket, which a server writes after its first answers. */
async function untilListening(place: Place): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const names = readdirSync(place.kept, { recursive: true, encoding: 'utf8' });
    if (names.some((name) => path.dirname(name) === 'hooks' && name.endsWith('.json'))) return;
    await setTimeout(25);
  }
  throw new Error('no server listens for hooks after 30 s');
}

function unshortened(host: Host, mode: string): Scene {
  return {
    name: `${host.name}, ${mode}`,
    async play(place, note) {
      const session = await serve(place, host, { ...on('more'), MCP_PRUNER_HOOKS: mode });
      if (mode === 'shadow') await untilListening(place);
      for (const [at, output] of longest().slice(0, 4).entries()) {
        const hooked = host.toHooked(place, output, at);
        note(output.id, output.id, await runHook(place, hooked));
        const call = { name: 'hook', arguments: toArguments(hooked.input) };
        note(`${output.id} by tool`, output.id, await session.request('tools/call', call));
      }
      note('end', {}, (await session.end()).code);
    },
  };
}

async function withoutServer(place: Place, note: Note): Promise<void> {
  const [output] = longest();
  if (output === undefined) return;
  for (const host of HOSTS) note(host.name, output.id, await runHook(place, host.toHooked(place, output, 1)));
}
