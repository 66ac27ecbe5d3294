import { type Engine, mock, type World } from 'claude-code/testing';
import { LONG_SOURCE } from './source.ts';

export const SAID = 'I look at how addMember places the comma.';
const ROOT = '/home/user/shop';
const FILE = `${ROOT}/src/config.ts`;

interface Settings {
  readonly mode?: 'on' | 'shadow';
  /** What the mod's store holds. */
  readonly store?: object;
  /** False if no file can be read. */
  readonly isReadable?: boolean;
  readonly surface?: 'terminal' | 'desktop';
}

/** A user of the mod, with a world in which every file is the same long source. */
export function kitUser(
  $: Engine,
  on: World,
  { mode = 'on', store = {}, isReadable = true, surface = 'terminal' }: Settings = {},
) {
  const user = { session: 'first', isReadable, status: undefined as unknown, opened: [] as unknown[] };
  const values: Readonly<Record<string, unknown>> = {
    ...{ 'session.root': ROOT, 'session.cwd': ROOT, 'command.register': {} },
    ...{ 'session.messages': [{ role: 'user', text: 'Mend addMember.', toolUses: [], toolResults: [] }] },
  };
  mock.clock(on);
  mock.store(on, store);
  mock.env(on, { HOME: '/home/user', MCP_PRUNER_HOOKS: mode, MCP_PRUNER_HOOK_CUTS: 'more' });
  for (const [event, value] of Object.entries(values)) on(event, () => ({ value }));
  on('session.id', () => ({ value: user.session }));
  on('session.start', (_, { cwd }) => ({ cwd }));
  on('session.measure', () => ({ changed: [] }));
  on('fs.exists', (_, { path }) => ({ value: String(path).endsWith('.jsonl') }));
  on('fs.read', () => (user.isReadable ? { value: LONG_SOURCE } : { deny: 'no such file' }));
  on('fs.stat', (_, { path }) => ({ value: { kind: 'file', size: 1, mtimeMs: 0, isLink: false, realPath: path } }));
  on('tool.check', () => ({ decision: 'allow' }));
  on('ui.status', (_, { text }) => {
    user.status = text;
    return { value: undefined };
  });
  on('ui.open', (_, { id }) => ({ value: { id: user.opened.push(id) } }));
  on('turn.step', async function* (_: unknown, { turnId, index }: Readonly<Record<string, unknown>>) {
    yield { kind: 'text', index: 0, text: SAID };
    return { turnId, index, answer: SAID, toolUses: [] };
  } as never);
  on('tool.call', (_, { tool, file_path: filePath }) =>
    tool === 'Read'
      ? { result: { type: 'text', file: { filePath, content: LONG_SOURCE, numLines: 1, startLine: 1, totalLines: 1 } } }
      : { result: { stdout: LONG_SOURCE, stderr: '', interrupted: false, isImage: false } },
  );
  let turn = 0;
  const call = async (input: object): Promise<unknown> => {
    turn += 1;
    const step = { turnId: `turn ${turn}`, index: 0, model: 'claude-opus-5-5', messageCount: 1 };
    for await (const _ of $.turn.step(step));
    return (await $.tool.call(input))['result'];
  };
  return {
    user,
    start: () => $.session.start({ surface, isInteractive: true, cwd: ROOT }),
    /** Reads a file. Returns the text that the model gets. */
    read: async (path = FILE): Promise<string> => {
      const given = (await call({ tool: 'Read', file_path: path })) as { readonly file: { readonly content: string } };
      return given.file.content;
    },
    /** Runs a command that prints the source. Returns the output that the model gets. */
    print: async (command: string): Promise<string> =>
      ((await call({ tool: 'Bash', command })) as { readonly stdout: string }).stdout,
    say: async (args: string): Promise<unknown> =>
      (await $.command.run({ command: 'pruner', args, origin: { kind: 'composer' } }))['text'],
    /** Opens the pane. */
    pane: async () => {
      const pane = await $.ui.mount({
        plugin: 'mcp-pruner',
        surface,
        component: 'Pane',
        requestId: 'pruner',
        props: {},
      });
      const shown = async (): Promise<string> => {
        const [texts, buttons] = await Promise.all([pane.findAll({ type: 'Text' }), pane.findAll({ type: 'Button' })]);
        return [...texts, ...buttons].map(({ text }) => text).join('\n');
      };
      return { shown, press: async (key: string) => void (await pane.press({ key })) };
    },
  };
}
