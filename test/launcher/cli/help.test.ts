import { expect, test } from 'vitest';
import { COMMANDS } from '../../../launcher/cli/commands.ts';
import { runCli } from '../../../launcher/cli/run-cli.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { runInProcess } from './run-in-process.ts';

const help = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runInProcess([...args, '--help'], { cwd: tempDir() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

test('the first level lists commands and groups, not what is in a group', async () => {
  const text = await help();
  expect(text).toContain('\n  mcp-pruner mcp COMMAND ');
  expect(text).not.toContain('mcp-pruner mcp list');
});

test('a group lists its commands', async () => {
  expect((await help('mcp')).split('\n').map((line) => line.replace(/ {2,}.*/, ''))).toEqual(
    expect.arrayContaining(['Usage: mcp-pruner mcp COMMAND', 'Commands:']),
  );
  const lines = (await help('mcp')).split('\n').filter((line) => line.startsWith('  mcp-pruner mcp '));
  expect(lines.map((line) => line.slice('  mcp-pruner mcp '.length).split(/ {2,}/)[0])).toEqual([
    'list',
    'add NAME (-- COMMAND [ARG…] | --url URL)',
    'remove NAME',
    'enable NAME',
    'disable NAME',
    'status',
    'test NAME',
    'logs NAME',
    'restart NAME',
    'approve [NAME]',
    'auth NAME',
    'import [NAME…]',
  ]);
});

test('a command of a group has its options', async () => {
  expect(await help('mcp', 'add')).toBe(`Usage: mcp-pruner mcp add NAME (-- COMMAND [ARG…] | --url URL)

Add a server: a program or a URL.

Options:
  --url URL        URL of a server, http or https.
  --env K=V        Environment variable for the program; V may be \${VAR}.
  --header 'K: V'  Header for every request to the URL; V may contain \${VAR}.
  --cwd DIR        Folder in which the program starts.
  --allow GLOB     Only offer matching tools.
  --block GLOB     Never offer matching tools.
  --timeout MS     Max milliseconds of a call without progress (default 1800000).
  --no-shape       Never shorten long answers.
  --no-focus       Add no context_focus_question to its tools.
  --disabled       Add it disabled.
  --force          Replace a server of that name.
  --config FILE    Configuration file (default MCP_PRUNER_CONFIG, else ~/.mcp-pruner/mcp-config.json).
  --json           Print one JSON object.
  -h, --help       Print this help.
  -V, --version    Print the version.
`);
});

test('every command has help of its own and says the version', async () => {
  for (const { name, summary } of COMMANDS) {
    const words = name === '' ? [] : name.split(' ');
    expect(await help(...words)).toContain(summary);
    expect(await runInProcess([...words, '--version'], { cwd: tempDir() })).toMatchObject({ stdout: '1.2.3\n' });
  }
});

test('in a terminal it says what it is and what to do; a client speaks to it through pipes', async () => {
  const written: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => written.push(text) } as never;
  const context = { env: {}, cwd: tempDir(), now: Date.now, version: '1.2.3', stop: new AbortController().signal };
  expect(await runCli([], { ...context, stdin: terminal, stdout: terminal, stderr: terminal })).toBe(0);
  expect(written.join('')).toContain('mcp-pruner init');
});

test('a slip of the fingers is answered with what was meant', async () => {
  const { code, stderr } = await runInProcess(['init', '--dryrun'], { cwd: tempDir() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'mcp-pruner: Unknown option \'--dryrun\' of mcp-pruner init. Did you mean "--dry-run"?\nSee mcp-pruner init --help\n',
  });
  expect((await runInProcess(['docto'], { cwd: tempDir() })).stderr).toContain('Did you mean "doctor"?');
});

test('help and version work as words, too', async () => {
  const said = async (...args: string[]): Promise<string> => (await runInProcess(args, { cwd: tempDir() })).stdout;
  expect(await said('help')).toBe(await said('--help'));
  expect(await said('help', 'mcp', 'add')).toBe(await said('mcp', 'add', '--help'));
  expect(await said('version')).toBe('1.2.3\n');
  const unknown = await runInProcess(['help', 'docto'], { cwd: tempDir() });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "doctor"?') });
});

test('the first level names the way to shorten results of agents’ own tools', async () => {
  expect(await help()).toContain('mcp-pruner init --on ');
});

test('`-h`, `--help` and `help` before a command mean its help', async () => {
  const whole = await help('prune');
  for (const word of ['-h', '--help', 'help'])
    expect((await runInProcess([word, 'prune'], { cwd: tempDir() })).stdout).toBe(whole);
});

test('a pipe whose width is known is not wider than that', async () => {
  const { stdout } = await runInProcess(['--help'], { cwd: tempDir(), env: { COLUMNS: '80' } });
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});
