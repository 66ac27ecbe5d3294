import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { barOf } from '../../../../launcher/cli/stats/draw-savings.ts';
import { codexHook } from '../../../../launcher/hosts/codex/host.ts';
import { whileCounting } from '../../../../launcher/savings/counting.ts';
import { localDay } from '../../../../launcher/savings/local-day.ts';
import { openSavings } from '../../../../launcher/savings/open-savings.ts';
import { NOTHING, type Savings } from '../../../../launcher/savings/savings.ts';
import type { Trial } from '../../../../launcher/savings/trial.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { codexSession } from '../../hosts/codex/codex-session.ts';
import { runInProcess } from '../run-in-process.ts';

/** One fixed time for all tests, so that none of them passes midnight. */
const NOW = new Date(2026, 10, 23, 23, 59).getTime();
const now = (): number => NOW;
const today = localDay(NOW);

async function homeWith(rows: readonly Partial<Savings>[], trial: readonly Trial[] = []): Promise<string> {
  const cwd = tempDir();
  const store = await openSavings(path.join(cwd, '.mcp-pruner'), () => {});
  const savings = rows.map((row) => ({ ...NOTHING, day: today, project: '/p', tool: 'read', shadow: false, ...row }));
  await store.add({ savings, trial });
  store.close();
  return cwd;
}

const ROWS: readonly Partial<Savings>[] = [
  { calls: 3, asked: 2, raw: 12_000, shown: 2000, fetched: 500, carried: 50_000, written: 100 },
  { tool: 'bash', project: '/q', calls: 1, raw: 1000, shown: 1100 },
  { tool: '', calls: 2, definitions: 3000 },
  { day: '2020-01-01', calls: 9, raw: 1_000_000 },
  { shadow: true, calls: 1, raw: 700, shown: 100 },
];

test('the report tells net savings by day, tool and project, what shadow mode measured apart', async () => {
  const { code, stdout, stderr } = await runInProcess(['stats'], { now, cwd: await homeWith(ROWS) });
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n');
  expect(lines.slice(0, 14)).toEqual([
    'Tokens of the last 30 days (o200k)',
    '  without mcp-pruner  13,000',
    '  shown instead        3,100',
    '  fetched back           500  artifacts, and files read again',
    '  tool definitions     3,000  of 2 sessions',
    '  net                  6,400  49 % spared',
    '  in later requests   50,000  not sent again, according to the sessions’ records',
    '  written to ask         100  by the model',
    '',
    'US dollars            Once   Later  Written    Net',
    '  claude-fable-5-1   0.080   0.013  -0.0050  0.087',
    '  claude-opus-5-5    0.032   0.010  -0.0020  0.040',
    '  claude-sonnet-5-5  0.016  0.0050  -0.0010  0.020',
    '  gpt-6.1-sol        0.016  0.0050  -0.0010  0.020',
  ]);
  expect(lines).toContain(`  ${today}      4   13,000  6,600  6,400  ${'█'.repeat(30)}`);
  expect(stdout).toMatch(
    / {2}read +3 +12,000 +2,500 +9,500 {2}█{30}\n {2}bash +1 +1,000 +1,100 +-100 {2}░\n {2}\(definitions\) +0 +0 +3,000 +-3,000 {2}░{9,10}\n/,
  );
  expect(stdout).toMatch(/ {2}\/p .*\n {2}\/q /);
  expect(stdout).toMatch(/shadow mode[\s\S]*net +600 {2}86 % spared/);
  expect(stdout).toMatch(/Dollars at list prices as of \d{4}-\d\d-\d\d\. For your own prices/);
});

test('money is told at the user’s own prices, and a price that is none is refused', async () => {
  const cwd = await homeWith(ROWS);
  const env = { MCP_PRUNER_PRICES: 'mine=1/1/1/1' };
  const { stdout } = await runInProcess(['stats'], { now, cwd, env });
  expect(stdout).toMatch(/US dollars .*\n {2}mine +0\.0064 +0\.050 +-0\.00010 +0\.056\n\n/);
  expect(stdout).not.toContain('list prices');
  const { stdout: json } = await runInProcess(['stats', '--json'], { now, cwd, env });
  const { savings } = JSON.parse(json) as { savings: { money: object } };
  expect(savings.money).toEqual({
    ...{ currency: 'USD', prices: [{ model: 'mine', input: 1, cacheWrite: 1, cacheRead: 1, output: 1 }] },
    saved: [{ model: 'mine', once: 0.0064, later: 0.05, written: 0.0001, net: 0.0563 }],
    shadow: [{ model: 'mine', once: 0.0006, later: 0, written: 0, net: 0.0006 }],
  });
  const refused = await runInProcess(['stats'], { now, cwd, env: { MCP_PRUNER_PRICES: '1' } });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot use MCP_PRUNER_PRICES "1"')]);
});

test('results whose hook was late are told, and hooks of which the newest sessions show nothing', async () => {
  const cwd = await measuredHome([], 'on');
  const late = async (...days: readonly string[]): Promise<string> => {
    const store = await openSavings(path.join(cwd, '.mcp-pruner'), () => {});
    await store.add({ savings: [], whole: days.map((day) => ({ day, reason: 'late', session: '' })) });
    store.close();
    return (await runInProcess(['stats'], { now, cwd, env: { HOME: cwd } })).stdout;
  };
  expect(await late('2020-01-01')).not.toContain('late');
  expect(await late(today)).toContain(
    'stayed whole in the last 30 days\n  1 because the hook was late (docs/troubleshooting.md)\n',
  );
  expect(await late(today)).toContain('\n  2 because the hook was late');
  mkdirSync(path.join(cwd, '.codex/sessions'));
  const session = codexSession(path.join(cwd, '.codex/sessions'), 'rollout-1');
  session.called('c1', 'cat a.ts');
  session.exited('c1', 0);
  session.gave('c1', 'a line\n'.repeat(1000));
  expect(await late()).toContain(
    'Hooks in the newest sessions\n  Codex: of 1 long result in the last session mcp-pruner saw none, because its hooks never ran\n    → enter /hooks in Codex',
  );
});

const TRIAL: Trial = {
  started: Date.UTC(2026, 0, 1),
  results: 12,
  shortened: 1,
  raw: 900,
  shown: 300,
  carried: 7,
  again: 0,
};

/** Creates a user of Codex with hooks. By default, they only measure results. */
async function measuredHome(trial: readonly Trial[], mode?: string): Promise<string> {
  const cwd = await homeWith([], trial);
  const env = mode === undefined ? '' : `env = { MCP_PRUNER_HOOKS = "${mode}" }\n`;
  mkdirSync(path.join(cwd, '.codex'));
  writeFileSync(
    path.join(cwd, '.codex/config.toml'),
    `[mcp_servers.pruner]\ncommand = "mcp-pruner"\nargs = []\n${env}`,
  );
  const hooks = { PostToolUse: [codexHook('pruner')] };
  writeFileSync(path.join(cwd, '.codex/hooks.json'), JSON.stringify({ hooks }));
  return cwd;
}

test('while results of the agents’ own tools are measured, what is still to come is told', async () => {
  const none = await runInProcess(['stats'], { now, cwd: await measuredHome([]) });
  expect(none.stdout).toContain('none was changed\n  200 results are still to come, for three days at most\n');
  const some = await runInProcess(['stats'], { now, cwd: await measuredHome([{ ...TRIAL, started: NOW }]) });
  expect(some.stdout).toMatch(
    /\n {2}of 12 results 1 would have been shortened\n {2}600 of 900 tokens would have been saved \(67 %\)\n {2}0 later results showed lines .*\n {2}188 results are still to come, until \d{4}-/,
  );
});

test('once enough was measured, what it came to and how it is switched on is told', async () => {
  const cwd = await measuredHome([TRIAL]);
  expect((await runInProcess(['stats'], { now, cwd })).stdout).toContain('Run mcp-pruner init --on to shorten them');
  const { stdout } = await runInProcess(['stats', '--json'], { now, cwd });
  const { savings } = JSON.parse(stdout) as { savings: { trial: object } };
  expect(savings.trial).toEqual({ ...TRIAL, isOver: true });
});

test.each(['on', 'off'])('with hooks %s nothing is said of measuring', async (mode) => {
  const { stdout } = await runInProcess(['stats'], { now, cwd: await measuredHome([TRIAL], mode) });
  expect(stdout).not.toContain('own tools');
});

test('while the latest results are counted, stats says so, and not that there is nothing', async () => {
  const [none, some] = [tempDir(), await homeWith(ROWS)];
  for (const cwd of [none, some]) {
    await whileCounting(path.join(cwd, '.mcp-pruner'), async () => {
      const { stdout } = await runInProcess(['stats'], { cwd });
      expect(stdout).toContain('\n  counting the latest results');
      expect(stdout).not.toContain('nothing yet');
      // A killed process leaves its marker file behind, which then no longer counts.
      const later = await runInProcess(['stats'], { cwd, now: () => Date.now() + 3_600_000 });
      expect(later.stdout).not.toContain('counting');
    });
    expect((await runInProcess(['stats'], { cwd })).stdout).not.toContain('counting');
  }
});

test('a loss is shown as one', async () => {
  const { stdout } = await runInProcess(['stats'], {
    cwd: await homeWith([
      { tool: '', calls: 1, definitions: 300 },
      { raw: 100, shown: 100 },
    ]),
  });
  expect(stdout).toContain('  net                 -300  300 % more than without');
});

test('--project, --days and --json', async () => {
  const cwd = await homeWith(ROWS);
  const { stdout } = await runInProcess(['stats', '--json', '--project', '/q', '--days', '1'], { now, cwd });
  const { savings } = JSON.parse(stdout) as { savings: { days: number; total: object; byDay: object[] } };
  expect(savings).toMatchObject({ days: 1, total: { calls: 1, raw: 1000, net: -100 }, sessions: 0 });
  expect(savings.byDay).toHaveLength(1);
});

test('--csv gives a row for each day, project and tool', async () => {
  const cwd = await homeWith([{ project: '=a,"b"', calls: 1, raw: 5, shown: 2 }]);
  const { stdout } = await runInProcess(['stats', '--csv'], { now, cwd });
  expect(stdout).toBe(
    `day,project,tool,shadow,calls,asked,raw,shown,fetched,definitions,carried,written,net\r\n${today},"'=a,""b""",read,false,1,0,5,2,0,0,0,0,3\r\n`,
  );
});

test('--csv and --json are not taken together', async () => {
  const { code, stdout, stderr } = await runInProcess(['stats', '--csv', '--json'], { now, cwd: tempDir() });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('cannot use both --json and --csv: expected mcp-pruner stats');
});

test.each(['0', '401', 'x', '-1', '1.5'])('--days %s is refused', async (days) => {
  const { code, stderr } = await runInProcess(['stats', `--days=${days}`], { now, cwd: tempDir() });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`cannot use --days "${days}": expected an integer from 1 to 400`),
  ]);
});

test('nothing is there yet, and a damaged ledger is set aside', async () => {
  const cwd = tempDir();
  expect((await runInProcess(['stats'], { now, cwd })).stdout).toContain(
    'nothing yet: an agent has to use the tools first',
  );
  const broken = await homeWith([]);
  writeFileSync(path.join(broken, '.mcp-pruner/ledger.sqlite'), 'x'.repeat(8192));
  const { code, stderr } = await runInProcess(['stats'], { now, cwd: broken });
  expect([code, stderr]).toEqual([0, expect.stringContaining('ledger.sqlite.damaged-1"; a fresh one was begun')]);
});

test.each([
  [0, ''],
  [1, '▏'],
  [120, '███████████████'],
  [240, '█'.repeat(30)],
  [-240, '░'.repeat(30)],
  [-1, '░'],
])('a bar for %i of 240', (value, bar) => {
  expect(barOf(value, 240)).toBe(bar);
});
