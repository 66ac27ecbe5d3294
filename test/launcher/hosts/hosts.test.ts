import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS } from '../../../launcher/hosts/hosts.ts';
import { LISTED_HOSTS } from '../../../launcher/hosts/listed-hosts.ts';
import { ROOT } from '../../runtime/started.ts';

const FOLDER = path.join(ROOT, 'launcher/hosts');
const NAMES = HOSTS.map(({ name }) => name);
/** Folders of hosts, which contain the file with everything about one host. */
const FOLDERS = readdirSync(FOLDER).filter((name) => existsSync(path.join(FOLDER, name, 'host.ts')));

/** Sources that name a host outside of its folder, with the reason. */
const NAMING = [
  // Hosts whose servers can only be imported are rows of a table.
  'launcher/hosts/listed-hosts.ts',
  // A hook process does not load hosts, because an agent waits for it.
  'launcher/hooks/process/run-hook.ts',
  // Formats of recorded sessions belong to the core.
  'src/transcripts/recorded-session.ts',
  // Agents that `run` starts. These are programs and protocols rather than hosts.
  'launcher/runner/agents/codex-agent.ts',
  // Plugins for some hosts; the plugin of opencode runs in opencode's process.
  '.build/plugins.ts',
  '.build/plugins/gemini-extension.ts',
  '.build/targets.ts',
];

/** Returns the sources of a tree outside of hosts' folders, with their texts. */
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
  // A paged list has a `cursor` too, so the host of that name is not searched for.
  const others = NAMES.filter((name) => name !== 'cursor').join('|');
  const named = new RegExp(`['"\`](?:${others})['"\`]|^ *'?(?:${others})'?: `, 'm');
  const imported = new RegExp(`hosts/(?:${NAMES.join('|')})/`);
  const naming = ['src', 'launcher', '.build']
    .flatMap(sourcesOf)
    .filter(([file, text]) => !file.startsWith('src/transcripts/formats/') && (named.test(text) || imported.test(text)))
    .map(([file]) => file);
  expect(naming.toSorted()).toEqual(NAMING.toSorted());
});

test('what a host can is told of each that `init` knows, and whether anything can is whether it has hooks', () => {
  for (const { name, setup, loadHooks } of HOSTS) {
    if (setup === undefined) continue;
    expect([setup.reach.can !== undefined, loadHooks !== undefined], name).toEqual(
      Array(2).fill(setup.hooks !== undefined),
    );
  }
});
