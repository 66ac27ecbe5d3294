import { chmodSync } from 'node:fs';
import path from 'node:path';
import type { Note } from '../call.ts';
import { folderText } from '../drivers/folder-text.ts';
import { ask, json, startServer } from '../drivers/http-server.ts';
import { type RunOptions, runCommand } from '../drivers/run-command.ts';
import { startSession } from '../drivers/stdio-session.ts';
import { HOST_FILES, type HostFile, writeServersOfHosts } from '../inputs/host-files.ts';
import { everyOf, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import { COLUMNS } from '../inputs/shop.ts';
import { writeProject } from '../inputs/write-project.ts';
import type { Door, Scene } from '../scene.ts';
import type { Place } from '../stage/place.ts';
import { begin } from './own-tools.ts';

type Run = (words: readonly string[], options?: RunOptions) => Promise<void>;

const COMMANDS =
  'init|doctor|run|gateway|prune|stats|serve|hook|backup|restore|mcp|mcp list|mcp add|mcp remove|mcp enable|mcp disable|mcp status|mcp test|mcp logs|mcp restart|mcp approve|mcp auth|mcp import';

/** The commands: their output, exit codes and written files. */
export const commandLine: Door = {
  name: 'command-line',
  scenes: [
    scene('help', async (_, run) => {
      for (const command of ['', ...COMMANDS.split('|')]) await run([...command.split(' ').filter(Boolean), '--help']);
      await run(['--version']);
    }),
    scene('usage errors', usageErrors),
    scene('prune', prune),
    scene('mcp', servers),
    scene('import', async (place, run) => {
      writeServersOfHosts(place);
      for (const words of ['', '--json', '--from codex', 'cc-user code', '--all --dry-run', '--all', '--all', 'none'])
        await run(['mcp', 'import', ...words.split(' ').filter(Boolean)]);
      for (const words of ['list', 'list --json', 'list --project']) await run(['mcp', ...words.split(' ')]);
      await run(['doctor']);
    }),
    scene('doctor in an empty home', async (_, run) => {
      for (const words of ['doctor', 'doctor --json', 'stats', 'stats --json', 'init', 'init --dry-run'])
        await run(words.split(' '));
    }),
    ...HOST_FILES.map(hostScene),
    scene('all hosts', async (place, run, note) => {
      for (const { user, text } of HOST_FILES) place.write(user, text);
      await run(['init', '--dry-run', '--instructions']);
      await run(['init', '--json', '--on', '--instructions', '--env', 'MCP_PRUNER_LOG=warn', '--name', 'other']);
      await run(['doctor', '--json']);
      note('home', {}, folderText(place.folder, LEFT_OUT));
      await run(['init', '--uninstall']);
      note('home after', {}, folderText(place.folder, LEFT_OUT));
    }),
    scene('backup', backup),
    scene('stats', stats),
  ],
};

/** Files that belong to no host: the store, and files whose bytes contain a time. */
const LEFT_OUT = /\.sqlite|^tmp/;

function scene(name: string, play: (place: Place, run: Run, note: Note) => Promise<void>): Scene {
  return {
    name,
    async play(place, note) {
      const run: Run = async (words, options = {}) =>
        note(`mcp-pruner ${words.join(' ').slice(0, 160)}`, words, await runCommand(place, words, options));
      await play(place, run, note);
    },
  };
}

async function usageErrors(_: Place, run: Run): Promise<void> {
  const lines =
    'nonsense|--nonsense|prune|prune -q|prune -q x --ratio 2|prune -q x --max-tokens no|prune -q x none.txt|prune -q x a b|stats --days 0|stats --json --csv|run hello|run --provider odd x|run --provider claude x|run --provider codex x|hook|hook odd|hook codex more|mcp|mcp odd|mcp add|mcp add x|mcp add x --url odd|mcp add x --url https://a.example -- b|mcp remove none|mcp enable none|mcp test none|mcp logs none|mcp approve none|mcp auth none|mcp restart none|mcp status --config x|serve --port x|serve --host 0.0.0.0 --port 0|gateway --http x|gateway --idle x|gateway --idle 1 --http 0|backup|restore|restore none none|init --print odd|init --project --odd|init --env X|--profile none --help|prnue|mcp lsit';
  for (const line of lines.split('|')) await run(line.split(' '));
}

async function prune(place: Place, run: Run): Promise<void> {
  writeProject(place);
  for (const { text, questions } of everyOf(readLabelledOutputs(), 40, 5))
    for (const more of [[], ['--json'], ['--ratio', '0.2'], ['--threshold', '0.3']])
      await run(['prune', '-q', questions[0] ?? '', ...more], { stdin: text });
  const files = ['src/columns.js', 'logs/worker.log', 'data/rows.json', 'empty.txt', 'binary.bin', 'src', 'missing'];
  for (const file of files) {
    await run(['prune', '-q', 'How is the Retry-After header parsed?', file]);
    await run(['prune', '--question', 'Which requests failed?', '--max-tokens', '80', '--json', file]);
  }
  for (const url of ['', 'http://127.0.0.1:9/prune'])
    await run(['prune', '-q', 'header'], { stdin: COLUMNS, env: { PRUNER_URL: url } });
}

async function servers(place: Place, run: Run, note: Note): Promise<void> {
  const lines =
    'list|add files -- node server.js --flag x|add far --url https://mcp.example/mcp --header A:B --timeout 5000|add off --disabled --no-shape --no-focus --allow read_* --block *_x --env A=1 --cwd /tmp -- run|add files -- again|add files --force -- again|list|list --json|disable files|disable files|list|enable files|remove off|list --json|status|status --json|test far --json|logs files|approve|list --profile none|add "odd name" -- x';
  for (const line of lines.split('|')) await run(['mcp', ...line.split(' ')]);
  note('home', {}, folderText(place.home, LEFT_OUT));
  place.write(
    'home/.mcp-pruner/mcp-config.json',
    '{\n  // a comment\n  "mcpServers": { "a": { "command": 7 } }, "x": \n',
  );
  for (const line of ['list', 'add b -- c', 'test a']) await run(['mcp', ...line.split(' ')]);
  place.write(
    'home/.mcp-pruner/mcp-config.json',
    '{ // kept\n  "mcpServers": { "a": { "command": "x", "odd": 1 } } }',
    0o644,
  );
  for (const line of ['list --json', 'add b -- c', 'disable a', 'remove a', 'list'])
    await run(['mcp', ...line.split(' ')]);
  note('home after', {}, folderText(place.home, LEFT_OUT));
}

function hostScene({ host, user, text }: HostFile): Scene {
  return scene(`init --${host}`, async (place, run, note) => {
    await run(['init', '--print', host]);
    await run(['init', `--${host}`, '--dry-run']);
    await run(['init', `--${host}`, '--force']);
    note('home that was empty', {}, folderText(place.folder, LEFT_OUT));
    await run(['init', `--${host}`, '--uninstall']);
    note('home that is empty again', {}, folderText(place.folder, LEFT_OUT));
    chmodSync(place.write(user, text), 0o640);
    for (const more of [['--dry-run', '--on'], ['--on', '--instructions', '--allow'], ['--no-hooks'], ['--json']]) {
      await run(['init', `--${host}`, '--force', ...more]);
      note(`home after ${more.join(' ')}`, more, folderText(place.folder, LEFT_OUT));
    }
    await run(['doctor', '--json']);
    await run(['init', `--${host}`, '--uninstall']);
    note('home after --uninstall', {}, folderText(place.folder, LEFT_OUT));
    await run(['init', `--${host}`, '--project', '--instructions']);
    note('project', {}, folderText(place.root, LEFT_OUT));
    await run(['doctor']);
    await run(['init', `--${host}`, '--project', '--uninstall']);
    note('project after', {}, folderText(place.root, LEFT_OUT));
    for (const broken of ['{', '[]', 'x = = 1']) {
      place.write(user, broken);
      await run(['init', `--${host}`, '--force']);
    }
  });
}

async function backup(place: Place, run: Run): Promise<void> {
  const data = path.join(place.folder, 'data');
  const full = path.join(place.folder, 'full');
  const copy = path.join(place.folder, 'copy.sqlite');
  const served = await startServer(place, ['serve', '--port', '0', '--data', full]);
  await ask(served, '/prune', json({ query: 'header', code: COLUMNS }));
  await run(['backup', '--data', full, copy]);
  await run(['backup', '--data', full, copy]);
  await run(['backup', '--data', full, '--force', copy]);
  await run(['restore', '--data', full, '--force', copy]);
  await served.stop();
  await run(['restore', '--data', full, copy]);
  await run(['restore', '--data', full, '--force', copy]);
  await run(['restore', '--data', path.join(place.folder, 'new'), copy]);
  await run(['backup', '--data', data, path.join(place.folder, 'a.sqlite')]);
  await run(['restore', '--data', data, path.join(place.folder, 'a.sqlite')]);
  place.write('odd.sqlite', 'no database');
  await run(['restore', '--data', data, path.join(place.folder, 'odd.sqlite')]);
}

async function stats(place: Place, run: Run): Promise<void> {
  writeProject(place);
  const env = { MCP_PRUNER_LEDGER: 'on' };
  for (const client of ['claude-code', 'codex-mcp-client']) {
    const session = startSession(place, { env });
    await begin(session, { client });
    const args = { file_path: 'src/long-shop.ts', context_focus_question: 'How is a refund updated?' };
    for (const more of [{}, { start_line: 10 }]) {
      await session.request('tools/call', { name: 'read', arguments: { ...args, ...more } });
      await session.request('tools/call', { name: 'bash', arguments: { command: 'cat logs/worker.log', ...more } });
    }
    await session.end();
  }
  await untilWritten(place, 8);
  for (const words of ['', '--json', '--csv', '--days 3', '--project .', '--project /none --json', '--project . --csv'])
    await run(['stats', ...words.split(' ').filter(Boolean)]);
  await run(['stats'], { env: { MCP_PRUNER_PRICES: 'mine=1/2/3/4' } });
  await run(['stats'], { env: { MCP_PRUNER_PRICES: 'odd' } });
  await run(['doctor', '--json']);
}

/** Waits until the ledger has this many calls, because a separate process writes it after the answers are sent. */
async function untilWritten(place: Place, calls: number): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const { stdout } = await runCommand(place, ['stats', '--json']);
    const counted = [...stdout.matchAll(/"calls":\s*(\d+)/g)].map(([, count]) => Number(count));
    if (counted.includes(calls)) return;
  }
}
