import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../launcher/cli/commands.ts';
import { HOSTS } from '../../../launcher/hosts/hosts.ts';
import { LISTED_HOSTS } from '../../../launcher/hosts/listed-hosts.ts';
import { ROOT } from '../../runtime/started.ts';

const FOLDER = path.join(ROOT, 'launcher/hosts');
const NAMES = HOSTS.map(({ name }) => name);
/** Folders of hosts, by the file that has all that is known of one. */
const FOLDERS = readdirSync(FOLDER).filter((name) => existsSync(path.join(FOLDER, name, 'host.ts')));

/** Sources that name a host though they are in no host's folder, and why. */
const NAMING = [
  // Hosts whose servers are imported, and nothing more, are rows of a table.
  'launcher/hosts/listed-hosts.ts',
  // A hook process loads no host: an agent waits for it.
  'launcher/hooks/process/run-hook.ts',
  // Formats of recorded sessions are the core's, whoever wrote them.
  'src/transcripts/recorded-session.ts',
  // Agents that `run` starts: their own programs and protocols, not places of servers.
  'launcher/runner/agents/codex-agent.ts',
  // Plugins are published for some hosts, and opencode's runs in its process.
  '.build/plugins.ts',
  '.build/plugins/claude-plugin.ts',
  '.build/plugins/gemini-extension.ts',
  '.build/targets.ts',
];

/** Sources of a tree that are in no host's folder, with the text of each. */
function sourcesOf(tree: string): readonly (readonly [string, string])[] {
  return readdirSync(path.join(ROOT, tree), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(tree, name.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !FOLDERS.some((name) => file.startsWith(`launcher/hosts/${name}/`)))
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const);
}

test('every folder of a host is in the list under its name, and nothing else but the rows of the table', () => {
  expect(NAMES.toSorted()).toEqual([...FOLDERS, ...LISTED_HOSTS.map(({ name }) => name)].toSorted());
});

test('to add a host is a folder and a line: no other source names one or imports from its folder', () => {
  // A list with pages has a `cursor` as well.
  const others = NAMES.filter((name) => name !== 'cursor').join('|');
  const named = new RegExp(`['"\`](?:${others})['"\`]|^ *'?(?:${others})'?: `, 'm');
  const imported = new RegExp(`hosts/(?:${NAMES.join('|')})/`);
  const naming = ['src', 'launcher', '.build']
    .flatMap(sourcesOf)
    .filter(([file, text]) => !file.startsWith('src/transcripts/formats/') && (named.test(text) || imported.test(text)))
    .map(([file]) => file);
  expect(naming.toSorted()).toEqual(NAMING.toSorted());
});

test('the help of `eval` names the hosts that record sessions, and no other', () => {
  const help = COMMANDS.find(({ name }) => name === 'eval')?.options['sessions']?.help ?? '';
  const recording = HOSTS.filter(({ recordings }) => recordings !== undefined);
  const named = HOSTS.filter(({ setup }) => setup !== undefined && help.includes(setup.title));
  expect(named).toEqual(recording);
});

test('what a host can is told of each that `init` knows, and whether anything can is whether it has hooks', () => {
  for (const { name, setup, loadHooks } of HOSTS) {
    if (setup === undefined) continue;
    expect([setup.reach.can !== undefined, loadHooks !== undefined], name).toEqual(
      Array(2).fill(setup.hooks !== undefined),
    );
  }
});
