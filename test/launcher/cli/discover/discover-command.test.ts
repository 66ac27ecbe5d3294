import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const NOW = new Date(2026, 10, 23, 12).getTime();
const OUTPUT = Array.from({ length: 200 }, (_, at) => `module ${at} was built in ${at % 7} ms`).join('\n');

const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

/** Lines of Claude Code in which the same command prints the same twice. */
function claudeLog(session: string): string {
  const usage = { input_tokens: 9, cache_read_input_tokens: 0, cache_creation_input_tokens: 5000, output_tokens: 20 };
  const line = (uuid: string, type: string, minutes: number, message: object): string =>
    JSON.stringify({ type, uuid, sessionId: session, cwd: '/p', version: '2.0.1', timestamp: at(minutes), message });
  const call = (id: string) => [
    { type: 'tool_use', id: `toolu_${session}_${id}`, name: 'Bash', input: { command: 'make' } },
  ];
  const result = (id: string) => [{ type: 'tool_result', tool_use_id: `toolu_${session}_${id}`, content: OUTPUT }];
  const answer = (id: string, content: unknown) => ({ id, model: 'claude-opus-5-5', content, usage });
  return [
    line(`${session}0`, 'user', 0, { content: 'Build it' }),
    ...['a', 'b'].flatMap((id, nth) => [
      line(`${session}1${id}`, 'assistant', nth * 20, answer(`m${id}`, call(id))),
      line(`${session}2${id}`, 'user', nth * 20, { content: result(id) }),
    ]),
    line(`${session}3`, 'assistant', 21, answer('mc', [{ type: 'text', text: 'Built.' }])),
  ].join('\n');
}

const codexLog = (session: string): string =>
  [
    { type: 'session_meta', payload: { id: session, cwd: '/p', cli_version: '0.171.0' } },
    { type: 'turn_context', payload: { model: 'gpt-6.2-sol' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
    },
    {
      type: 'response_item',
      payload: { type: 'function_call', name: 'exec_command', call_id: `call_${session}`, arguments: '{"cmd":"make"}' },
    },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: `call_${session}`, output: OUTPUT } },
    {
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: { last_token_usage: { input_tokens: 3000, cached_input_tokens: 0, output_tokens: 5 } },
      },
    },
  ]
    .map((entry) => JSON.stringify({ timestamp: at(0), ...entry }))
    .join('\n');

function homeWith(logs: Readonly<Record<string, string>>): string {
  const home = tempDir();
  for (const [file, text] of Object.entries(logs)) {
    const place = path.join(home, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, `${text}\n`);
    utimesSync(place, NOW / 1000, NOW / 1000);
  }
  return home;
}

const LOGS = {
  '.claude/projects/p/one.jsonl': claudeLog('one'),
  '.codex/sessions/2026/11/23/rollout-two.jsonl': codexLog('two'),
};

test('of the recorded sessions it says what they cost by host and model, and what would have been shortened', async () => {
  const { code, stdout, stderr } = await runInProcess(['discover'], { cwd: homeWith(LOGS), now: () => NOW });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^All 2 recorded sessions of the last 30 days\n/);
  expect(stdout).toMatch(/\nclaude-code +claude-opus-5-5 +1 +0\.\d\d M +0\.\d+\n/);
  expect(stdout).toMatch(/\ncodex +gpt-6\.2-sol +1 /);
  // The second output is the first again, which loses nothing.
  expect(stdout).toMatch(/\nclaude-code +Bash +2 +0\.\d\d M +\d+\.\d % +1 +[1-9]\d*\.\d % +1 /);
  expect(stdout).toMatch(/\nPrompt cache of five minutes, 1 session: 1 pause .* in 1 of them cost [1-9]/);
  expect(stdout.split('\n').length).toBeLessThan(30);
});

test('recordings that cannot be read are counted with their reason', async () => {
  const broken = { '.claude/projects/p/empty.jsonl': '', '.claude/projects/p/other.jsonl': '{"a":1}' };
  const { stdout } = await runInProcess(['discover'], { cwd: homeWith({ ...LOGS, ...broken }), now: () => NOW });
  expect(stdout).toMatch(/^All 4 recorded sessions of the last 30 days \(skipped, or read in part: \d [^)\n]+\)\n/);
});

test('as one JSON object, of fewer days, and without sessions', async () => {
  const cwd = homeWith(LOGS);
  const json = JSON.parse((await runInProcess(['discover', '--json'], { cwd, now: () => NOW })).stdout);
  expect(json).toMatchObject({
    days: 30,
    recordings: 2,
    read: 2,
    sessions: 2,
    skipped: {},
    tools: [{ tool: 'Bash' }, { tool: 'exec_command' }],
  });
  const later = { cwd, now: () => NOW + 3 * 24 * 3600 * 1000 };
  expect((await runInProcess(['discover', '--days', '2'], later)).stdout).toBe(
    'No session of the last 2 days was found or could be read\n',
  );
  const { code, stderr } = await runInProcess(['discover', '--days', '0'], later);
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    'mcp-pruner: cannot use --days "0": expected an integer from 1 to 400',
  ]);
});

test('it stops after nine seconds, and says how much it has read', async () => {
  const logs = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`.claude/projects/p/${n}.jsonl`, claudeLog(`s${n}`)]),
  );
  let time = NOW;
  // Each look at the clock takes a second.
  const now = (): number => (time += 1000);
  const { stdout } = await runInProcess(['discover'], { cwd: homeWith(logs), now });
  expect(stdout).toMatch(
    /^The newest of each host, \d of 5 recorded sessions of the last 30 days, as many as 9 seconds allow\n/,
  );
});

test('in a terminal a line shows the progress, and goes', async () => {
  const { stderr } = await runInProcess(['discover'], { cwd: homeWith(LOGS), now: () => NOW, terminal: true });
  expect(stderr).toContain('1 of 2 sessions read, on this machine only');
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
});
