import { expect, test } from 'vitest';
import { createAgents } from '../../../../../launcher/hosts/claude-code/mod/agents.ts';
import { Mod } from '../../../../../launcher/hosts/claude-code/mod/mod.ts';
import type { ModHost } from '../../../../../launcher/hosts/claude-code/mod/mod-host.ts';

/** A host whose time is up for whatever waits when `hurry` is called. */
function hostWith() {
  let waiting: (() => void)[] = [];
  const results = new Map<string, unknown>([['settings', { mode: 'on' }]]);
  const files = new Map([['/home/projects/-p/s.jsonl', '']]);
  const host: Partial<ModHost> & { isStuck: boolean } = {
    isStuck: false,
    messages: async () => [],
    sessionId: async () => 's',
    home: async () => '/home',
    root: () => (host.isStuck ? new Promise<never>(() => {}) : Promise.resolve('/p')),
    cwd: async () => '/p',
    variables: async () => ({ HOOKS: 'on', HOOK_IGNORE: undefined, HOOK_CUTS: undefined }),
    exists: async (path) => files.has(path),
    readFile: async (path) => files.get(path) ?? '',
    writeFile: async (path, text) => void files.set(path, text),
    mayRead: async () => true,
    load: async (key) => results.get(key),
    save: async () => {},
    keys: async () => [],
    now: async () => 0,
    after: (_, run) => {
      waiting.push(run);
      return () => {};
    },
    status: () => {},
    redraw: () => {},
  };
  const hurry = (): void => {
    for (const run of waiting) run();
    waiting = [];
  };
  return { host, hurry, mod: new Mod(host as ModHost) };
}

const OUTPUT = 'a line that is printed\n'.repeat(200);
const call = (id: string) => ({ id, tool: 'Bash', args: { command: 'x' } });
const given = { result: { stdout: OUTPUT, stderr: '', interrupted: false, isImage: false }, text: OUTPUT };
/** Reasons why the calls so far stayed whole, newest first. */
const whysOf = ({ ledger }: Mod): readonly unknown[] => ledger.seen.map(({ why }) => why);

test('calls that wait at the same time are late once, so the mod goes on when the host recovers', async () => {
  const { host, hurry, mod } = hostWith();
  await mod.begin();
  host.isStuck = true;
  const all = ['one', 'two', 'three'].map((id) => mod.answer(call(id), given));
  hurry();
  await Promise.all(all);
  expect(whysOf(mod)).toEqual(['late', 'late', 'late']);
  host.isStuck = false;
  await mod.answer(call('four'), given);
  expect(whysOf(mod)[0]).not.toBe('late');
});

test('a host that is late twice in a row is waited for no more', async () => {
  const { host, hurry, mod } = hostWith();
  await mod.begin();
  host.isStuck = true;
  for (const id of ['one', 'two']) {
    const answer = mod.answer(call(id), given);
    hurry();
    await answer;
  }
  host.isStuck = false;
  await mod.answer(call('three'), given);
  expect(whysOf(mod)).toEqual(['late', 'late', 'late']);
});

test('a summary in reserve does not end what left-out tokens are worth', async () => {
  const { mod } = hostWith();
  await mod.begin();
  let compactions = 0;
  mod.ledger.compacted = () => void compactions++;
  await mod.compacted({ trigger: 'precompute' });
  expect(compactions).toBe(0);
  await mod.compacted({ trigger: 'plugin', agentId: 'helper' });
  expect(compactions).toBe(0);
  await mod.compacted({ trigger: 'plugin' });
  expect(compactions).toBe(1);
});

test('after a compaction nothing is known, although the host does not answer', async () => {
  const agents = createAgents(() => Promise.reject(new Error('not now')));
  agents.of().asked('Mend addMember.');
  expect(agents.of().known().hasWords).toBe(true);
  await expect(agents.forget()).rejects.toThrow('not now');
  expect(agents.of().known().hasWords).toBe(false);
  agents.of().read([{ role: 'user', text: 'From before.', toolUses: [] }]);
  expect(agents.of().known().hasWords).toBe(false);
});

test('what was shortened before a session was resumed is not told of again', async () => {
  const FILE = '/p/shop.ts';
  const notice = '[mcp-pruner left out what this does not seem to need. All of it: file "/home/one.txt"]';
  const read = (id: string) => [
    { role: 'assistant', text: '', toolUses: [{ tool_use_id: id, tool: 'Read', input: { file_path: FILE } }] },
    { role: 'user', text: '', toolUses: [], toolResults: [{ tool_use_id: id, text: notice }] },
    { role: 'user', text: 'Go on.', toolUses: [] },
  ];
  const messages: object[] = read('one');
  const agents = createAgents(async () => messages as never);
  const agent = agents.of();
  const isTold = async (turnId: string): Promise<boolean> => {
    agents.begin({ turnId, index: 0, messageCount: messages.length });
    await agent.ready;
    expect(agent.known().wasShortened(FILE)).toBe(true);
    return agent.known().isPartlyShown(FILE);
  };
  expect(await isTold('a')).toBe(false);
  messages.push(...read('two'));
  expect(await isTold('b')).toBe(true);
});
