import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSpinner, savedLine, showCall } from '../../../../launcher/cli/run/run-command.ts';
import type { Timers } from '../../../../launcher/platform/timers.ts';
import { findPackage } from '../../../../launcher/runner/agents/find-package.ts';
import { NOTHING } from '../../../../launcher/savings/savings.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const refused: readonly (readonly [readonly string[], string])[] = [
  [['run', 'Where?'], 'cannot run an agent: expected --provider with one of claude, codex'],
  [['run', '--provider', 'gpt', 'Where?'], 'cannot use --provider "gpt": expected claude, codex'],
  [['run', '--provider', 'codex'], 'cannot run an agent: expected a prompt in quotes'],
  [['run', '--provider', 'codex', ' '], 'cannot run an agent: expected a prompt'],
];
test.each(refused)('%j is a usage error', async (args, said) => {
  expect(await runInProcess(args, { cwd: tempDir() })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  });
});

// True if Codex is installed beside Node on this machine.
const hasCodex = findPackage('@openai/codex/bin/codex.js', '') !== undefined;
test.skipIf(hasCodex)('a provider that is not installed is told with what to install', async () => {
  const { code, stderr } = await runInProcess(['run', '--provider', 'codex', 'Where?'], {
    cwd: tempDir(),
    env: { PATH: '' },
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'mcp-pruner: cannot run codex: @openai/codex is not installed and codex is not on the PATH; run npm install -g @openai/codex\n',
  );
});

/** Creates a folder with a `codex` that writes its arguments into the file "args", prints lines and exits. */
function folderWithCodex(lines: readonly object[], code = 0): string {
  const folder = path.join(tempDir(), 'bin');
  mkdirSync(folder);
  const said = lines.map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(
    path.join(folder, 'codex'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > args\ncat <<'END'\nnoise\n${said}\nEND\necho broken >&2\nexit ${code}\n`,
  );
  chmodSync(path.join(folder, 'codex'), 0o755);
  return folder;
}

const item = {
  id: 'i',
  type: 'mcp_tool_call',
  server: 'pruner',
  tool: 'read',
  arguments: { file_path: 'a.ts', context_focus_question: 'Where\nis it?' },
};
const RUN = [
  { type: 'item.started', item },
  { type: 'item.completed', item: { ...item, status: 'failed' } },
  { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: 'Found it.' } },
  { type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 2 } },
];

test.runIf(process.platform !== 'win32')('the answer goes to stdout, how it came to it to stderr', async () => {
  const env = { PATH: `${folderWithCodex(RUN)}:/usr/bin:/bin` };
  const cwd = tempDir();
  expect(await runInProcess(['run', '--provider', 'codex', 'Where?'], { cwd, env })).toEqual({
    ...{ code: 0, stdout: 'Found it.\n', stderr: '  read  a.ts  ? Where is it?\n  read failed\n' },
  });
  const { stdout, stderr } = await runInProcess(['run', '--provider', 'codex', '--json', 'Where?'], { cwd, env });
  expect(stderr).toBe('');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual([...['server', 'tool_started', 'tool_ended', 'text', 'ended']]);
});

test.runIf(process.platform !== 'win32')(
  'what is set for the server is handed on, a key by its name alone',
  async () => {
    const cwd = tempDir();
    const set = {
      PRUNER_API_KEY: 'a-key',
      PRUNER_FALLBACK: 'embedded',
      ARTIFACT_REDACT: 'on',
      MCP_PRUNER_SHADOW: 'on',
    };
    const env = { ...set, PATH: `${folderWithCodex(RUN)}:/usr/bin:/bin` };
    expect((await runInProcess(['run', '--provider', 'codex', 'Where?'], { cwd, env })).code).toBe(0);
    const args = readFileSync(path.join(cwd, 'args'), 'utf8');
    expect(args).not.toContain('a-key');
    expect(args.split('\n')).toEqual(
      expect.arrayContaining([
        // This Node and not the one on PATH, because an older one may not have SQLite.
        `mcp_servers.pruner.command=${JSON.stringify(process.execPath)}`,
        'mcp_servers.pruner.env.PRUNER_FALLBACK="embedded"',
        'mcp_servers.pruner.env.ARTIFACT_REDACT="on"',
        'mcp_servers.pruner.env.MCP_PRUNER_SHADOW="on"',
        'mcp_servers.pruner.env_vars=["PRUNER_API_KEY"]',
      ]),
    );
  },
);

test.runIf(process.platform !== 'win32')('an agent that fails, and a server that is off, are told', async () => {
  const env = { PATH: `${folderWithCodex([], 3)}:/usr/bin:/bin`, JEEVES_PRUNER_ENABLED: '0' };
  const { code, stdout, stderr } = await runInProcess(['run', '--provider', 'codex', 'Where?'], {
    cwd: tempDir(),
    env,
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('  the tools are off: JEEVES_PRUNER_ENABLED\n');
  expect(stderr).toContain('mcp-pruner: codex failed: codex exited with code 3: broken\n');
});

test('a call is one line, whatever is in it', () => {
  const call = { kind: 'tool_started', id: 'i', tool: 'bash', server: 'pruner' } as const;
  expect(showCall({ ...call, input: { command: `a\u001b[2J${'x'.repeat(200)}` } })).toBe(
    `bash  a\\u001b[2J${'x'.repeat(89)}…`,
  );
  const shell = { ...call, tool: 'shell', server: undefined };
  expect(showCall({ ...shell, input: { command: "/bin/bash -lc 'ls; exit 3'" } })).toBe('shell  ls; exit 3');
  expect(showCall({ ...call, server: 'files', tool: 'list', input: {} })).toBe('files list');
});

test('a spinner turns on a terminal alone, and keeps to its line', () => {
  const written: string[] = [];
  const due: (() => void)[] = [];
  const timers: Timers = {
    now: () => 0,
    after: (_, run) => {
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    },
  };
  const stream = {
    write: (text: string) => written.push(text) > 0,
    isTTY: true,
    columns: 12,
  } as unknown as NodeJS.WriteStream;
  const spinner = createSpinner(stream, timers);
  spinner.say('reading a long file');
  due.shift()?.();
  spinner.print('done\n');
  spinner.stop();
  expect(written.map((text) => text.replace('\r\u001b[K', '<'))).toEqual([
    '<⠋ reading a',
    '<⠙ reading a',
    '<done\n',
    '<⠙ reading a',
    '<',
  ]);
  expect(due).toEqual([]);
});

test.each([
  [
    { calls: 3, raw: 9000, shown: 1000, definitions: 1500, fetched: 100 },
    'saved 6,400 tokens net of 9,000 in 3 calls (definitions 1,500, fetched back 100)',
  ],
  [
    { calls: 1, raw: 10, shown: 10, definitions: 1500 },
    'cost 1,500 tokens net of 10 in 1 call (definitions 1,500, fetched back 0)',
  ],
])('what a run saved: %j', (sums, line) => {
  expect(savedLine({ ...NOTHING, ...sums })).toBe(line);
});
