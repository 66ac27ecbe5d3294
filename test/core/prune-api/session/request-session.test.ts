import { expect, test } from 'vitest';
import { toWireSession } from '../../../../src/prune-api/session/request-session.ts';
import type { SessionStep } from '../../../../src/prune-api/session/session-step.ts';
import { hashLine } from '../../../../src/session-memory/line-hash.ts';
import type { SessionContext } from '../../../../src/session-memory/session-context.ts';
import { toCodeUnits } from '../../../../src/text/code-units.ts';

const noTurn = async (): Promise<void> => {};
const LINE = 'export function retryDelay() {';

async function contextOf(steps: readonly SessionStep[]): Promise<SessionContext> {
  return (await toWireSession(steps)?.context(noTurn)) as SessionContext;
}

const read = (file: string, call?: string): SessionStep => ({
  ...{ kind: 'called', tool: 'Read', args: { file_path: file } },
  call,
});
const gave = (text: string, call?: string): SessionStep => ({ kind: 'gave', text, call });

test('no steps are no session', () => {
  expect([toWireSession(undefined), toWireSession([])]).toEqual([undefined, undefined]);
});

test('a result is that of the last call, unless it names another', async () => {
  const parallel = [read('a.ts', 'x'), read('b.ts', 'y'), gave('b', 'y'), gave('a', 'x')];
  for (const [steps, reads] of [
    [
      [read('a.ts'), { kind: 'said', text: 'Hm.' }, gave('a')],
      [1, 0],
    ],
    [parallel, [1, 1]],
    [parallel.slice(0, 3), [0, 1]],
    [
      [read('a.ts', 'x'), read('b.ts'), gave('a', 'x'), gave('b')],
      [1, 1],
    ],
    [
      [read('a.ts', 'x'), gave('a', 'z')],
      [0, 0],
    ],
    [[gave('a')], [0, 0]],
  ] as const) {
    const context = await contextOf(steps);
    expect([context.reads('a.ts'), context.reads('b.ts')]).toEqual(reads);
  }
});

test('all kinds of steps are remembered', async () => {
  const context = await contextOf([
    { kind: 'asked', text: 'see src/a.ts:7' },
    { kind: 'said', text: 'and src/a.ts:9' },
    { kind: 'called', tool: 'Edit', args: { file_path: 'src/a.ts', edits: [{ old_string: 'src/a.ts:11' }] } },
    gave(`${LINE}\n}\n`),
  ]);
  expect(context.linesNamed('src/a.ts')).toEqual([7, 9, 11]);
  expect(context.edits('src/a.ts')).toBe(1);
  expect(context.holds(hashLine(toCodeUnits(LINE), 0, LINE.length))).toBe(true);
});

test('the digest tells sessions apart, and is that of equal ones', async () => {
  const sessions: (readonly SessionStep[])[] = [
    [{ kind: 'asked', text: 'a' }],
    [{ kind: 'said', text: 'a' }],
    [
      { kind: 'said', text: 'a' },
      { kind: 'said', text: '' },
    ],
    [read('a')],
    [read('b')],
    [read('a', 'x')],
    [gave('a')],
    [gave('\ud800')],
    [gave('\ufffd')],
  ];
  const digests = await Promise.all(sessions.map((steps) => toWireSession(steps)?.digest()));
  expect(new Set(digests).size).toBe(sessions.length);
  expect(await Promise.all(structuredClone(sessions).map((steps) => toWireSession(steps)?.digest()))).toEqual(digests);
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('it is read once, in a turn for each step', async () => {
  const turns: number[] = [];
  const turn = async (chars: number): Promise<void> => void turns.push(chars);
  const session = toWireSession([read('a.ts'), gave('x'.repeat(1000)), { kind: 'said', text: 'y' }]);
  expect(await session?.context(turn)).toBe(await session?.context(turn));
  expect(turns).toHaveLength(3);
  expect(Math.max(...turns)).toBe(500);
});

test('any arguments are remembered: a command without end took half a second, nested lists broke the stack', async () => {
  let deep: unknown = 'x';
  for (let i = 0; i < 50_000; i++) deep = [deep];
  let remembered = 0;
  for (const args of [
    { command: 'a|'.repeat(1_048_576) },
    { deep },
    { edits: deep, file_path: 'a' },
    { command: deep },
    { file_path: 7, command: ['bash', '-lc', 3], __proto__: null },
  ]) {
    for (const tool of ['Bash', 'shell', 'Edit', 'apply_patch', 'exec', 'Grep', '']) {
      if ((await contextOf([{ kind: 'called', tool, args }, gave('x')])) !== undefined) remembered++;
    }
  }
  expect(remembered).toBe(35);
});
