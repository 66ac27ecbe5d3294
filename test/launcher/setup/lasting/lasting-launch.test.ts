import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOfGeminiHook, geminiHook } from '../../../../launcher/hosts/gemini/host.ts';
import { commonEntry } from '../../../../launcher/hosts/host-entry.ts';
import type { Launch } from '../../../../launcher/hosts/launch.ts';
import { opencodePlugin } from '../../../../launcher/hosts/opencode/host.ts';
import { isOurServer } from '../../../../launcher/setup/is-our-server.ts';
import { keepLauncher, removeLauncher } from '../../../../launcher/setup/lasting/keep-launcher.ts';
import { toLasting } from '../../../../launcher/setup/lasting/lasting-launch.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const PACKAGE = 'node_modules/@jeeves/mcp-pruner';

/** Creates a user's folders in which Nodes and packages can be installed. */
function machine() {
  const root = tempDir();
  const at = (file: string): string => path.join(root, file);
  let installed = 0;
  return {
    at,
    home: at('.mcp-pruner'),
    node(file: string): string {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      // A script that starts the real Node, because the path of a link would be resolved.
      writeFileSync(at(file), `#!/bin/sh\nexec '${realpathSync(NODE)}' "$@"\n`, { mode: 0o755 });
      return at(file);
    },
    /** Installs a package whose server prints its name and arguments. */
    pruner(folder: string, says: string): string {
      const entry = at(`${folder}/dist/index.js`);
      mkdirSync(path.join(path.dirname(entry), 'bin'), { recursive: true });
      writeFileSync(at(`${folder}/package.json`), '{"type":"module"}');
      writeFileSync(entry, `import './bin/part.js';\nconsole.log('${says}', ...process.argv.slice(2));\n`);
      writeFileSync(path.join(path.dirname(entry), 'bin/part.js'), 'export {};\n');
      // npm gives all files the same time, but each folder its own.
      installed += 10;
      utimesSync(at(folder), installed, installed);
      utimesSync(entry, 0, 0);
      return entry;
    },
    link(to: string, from: string): void {
      mkdirSync(path.dirname(at(from)), { recursive: true });
      symlinkSync(at(to), at(from));
    },
    remove: (folder: string) => rmSync(at(folder), { recursive: true }),
  };
}

const launchOf = (command: string, entry: string): Launch => ({ command, args: [entry], env: {} });

/** Returns the output if a host starts the launch with its own PATH. */
function started({ command, args }: Launch, searchPath = '/usr/bin:/bin'): string {
  const { stdout, stderr, status } = spawnSync(command, [...args, 'stats'], {
    encoding: 'utf8',
    env: { PATH: searchPath },
  });
  return status === 0 ? stdout.trim() : `${status}: ${stderr.trim()}`;
}

const posix = test.runIf(process.platform !== 'win32');

posix('nvm: an agent starts the copy that was installed last, also when the Node of today is gone', async () => {
  const { at, home, node, pruner, remove } = machine();
  const versions = '.nvm/versions/node';
  const old = node(`${versions}/v22.13.0/bin/node`);
  const entry = pruner(`${versions}/v22.13.0/lib/${PACKAGE}`, 'old');
  const lasting = toLasting(launchOf(old, entry), { home, searchPath: path.dirname(old) });
  await keepLauncher(lasting);
  const copied = at('.mcp-pruner/server/mcp-pruner/dist/index.js');
  expect(lasting.launch).toEqual({ command: at('.mcp-pruner/bin/mcp-pruner'), args: [], env: {}, entry: copied });
  expect(started(lasting.launch)).toBe('old stats');
  node(`${versions}/v24.1.0/bin/node`);
  // A new Node without the package changes nothing.
  expect(started(lasting.launch)).toBe('old stats');
  pruner(`${versions}/v24.1.0/lib/${PACKAGE}`, 'new');
  expect(started(lasting.launch)).toBe('new stats');
  remove(`${versions}/v22.13.0`);
  expect(started(lasting.launch)).toBe('new stats');
  remove(`${versions}/v24.1.0`);
  expect(started(lasting.launch)).toMatch(/^127: mcp-pruner: cannot find Node, or this package, any more/);
});

posix('nvm: hooks of Gemini CLI and the plugin of opencode have absolute paths, and outlive an update', async () => {
  const { at, home, node, pruner, remove } = machine();
  const versions = '.nvm/versions/node';
  const entry = pruner(`${versions}/v22.13.0/lib/${PACKAGE}`, 'server');
  const bin = path.join(path.dirname(entry), 'bin');
  const tells = "process.stdout.write('hook ' + process.argv.slice(2)); process.exit(3);";
  writeFileSync(path.join(bin, 'hook.cjs'), tells);
  writeFileSync(path.join(bin, 'mcp-pruner-opencode.js'), 'plugin');
  const { launch, ...written } = toLasting(launchOf(node(`${versions}/v22.13.0/bin/node`), entry), { home });
  await keepLauncher({ launch, ...written });
  const { hooks } = geminiHook(launch, 'linux') as { hooks: readonly [{ command: string }] };
  const hook = () => spawnSync('sh', ['-c', hooks[0].command], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
  expect(hook()).toMatchObject({ status: 0, stdout: 'hook gemini' });
  expect(fileOfGeminiHook(geminiHook(launch, 'linux'))).toBe(at('.mcp-pruner/bin/mcp-pruner'));
  const plugin = String(opencodePlugin(launch));
  remove('.nvm');
  expect(readFileSync(plugin, 'utf8')).toBe('plugin');
  expect(hook()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  await removeLauncher(home);
  expect([existsSync(plugin), existsSync(launch.command)]).toEqual([false, false]);
});

posix('a folder with a quote and a space in its name is no shell’s business', async () => {
  const { home, node, pruner } = machine();
  const entry = pruner(`o'no $(touch x)/v22.13.0/lib/${PACKAGE}`, 'old');
  const lasting = toLasting(launchOf(node(`o'no $(touch x)/v22.13.0/bin/node`), entry), { home });
  await keepLauncher(lasting);
  expect(started(lasting.launch)).toBe('old stats');
});

posix.each([
  ['nvm with a link to the current version', '.nvm/versions/node/v22.13.0', '.nvm/current', undefined],
  ['fnm', 'fnm/node-versions/v22.13.0/installation', 'fnm/aliases/default', undefined],
  ['mise', 'mise/installs/node/22.13.0', 'mise/installs/node/22', undefined],
  ['a folder on PATH', 'opt/node-v22.13.0-linux-x64', 'opt/node', 'opt/node/bin'],
])('%s: the paths are those that stay', (_, real, lasting, onPath) => {
  const { at, home, node, pruner, link } = machine();
  const own = launchOf(node(`${real}/bin/node`), pruner(`usr/lib/${PACKAGE}`, 'x'));
  const inside = launchOf(own.command, pruner(`${real}/lib/${PACKAGE}`, 'x'));
  link(real, lasting);
  // A folder that exists only for one shell session.
  link(real, 'fnm_multishells/1');
  const searchPath = onPath && [at('fnm_multishells/1/bin'), at(onPath)].join(':');
  expect(toLasting(own, { home, searchPath }).launch).toEqual({ ...own, command: at(`${lasting}/bin/node`) });
  if (onPath !== undefined) return;
  expect(toLasting(inside, { home, searchPath }).launch.args).toEqual([at(`${lasting}/lib/${PACKAGE}/dist/index.js`)]);
});

posix('npm’s global prefix: the paths stay as they are, Homebrew’s become its links', () => {
  const { at, home, node, pruner, link } = machine();
  const own = launchOf(node('usr/bin/node'), pruner(`usr/lib/${PACKAGE}`, 'x'));
  expect(toLasting(own, { home })).toEqual({ launch: own });
  const brewed = launchOf(node('brew/Cellar/node/24.1.0/bin/node'), pruner(`brew/lib/${PACKAGE}`, 'x'));
  link('brew/Cellar/node/24.1.0', 'brew/opt/node');
  expect(toLasting(brewed, { home }).launch).toEqual({ ...brewed, command: at('brew/opt/node/bin/node') });
});

posix('pnpm’s global folder: the link to the package is taken, not the folder of its version', () => {
  const { at, home, node, pruner, link } = machine();
  const real = `pnpm/global/5/.pnpm/@jeeves+mcp-pruner@0.1.0/${PACKAGE}`;
  const own = launchOf(node('usr/bin/node'), pruner(real, 'x'));
  link(real, `pnpm/global/5/${PACKAGE}`);
  expect(toLasting(own, { home }).launch.args).toEqual([at(`pnpm/global/5/${PACKAGE}/dist/index.js`)]);
});

posix.each([
  ['npx', `.npm/_npx/1a2b/${PACKAGE}`],
  ['pnpm dlx', `.cache/pnpm/dlx/ab12/19c/.pnpm/@jeeves+mcp-pruner@0.1.0/${PACKAGE}`],
])('%s: the server is copied, and outlives the cache', async (_, folder) => {
  const { at, home, node, pruner, remove } = machine();
  const own = launchOf(node('usr/bin/node'), pruner(folder, 'one'));
  const lasting = toLasting(own, { home });
  expect(lasting.launch).toEqual({ ...own, args: [at('.mcp-pruner/server/mcp-pruner/dist/index.js')] });
  await keepLauncher(lasting);
  expect(isOurServer({ toEntry: commonEntry }, lasting.launch, launchOf('node', '/another/dist/index.js'))).toBe(true);
  remove(folder);
  expect(started(lasting.launch)).toBe('one stats');
  // Running it from a newer package replaces the older one.
  await keepLauncher(toLasting(launchOf(own.command, pruner(folder, 'two')), { home }));
  expect(started(lasting.launch)).toBe('two stats');
});

posix('npx on nvm: the copy is started with whichever Node is there', async () => {
  const { home, node, pruner, remove, at } = machine();
  const own = launchOf(node('.nvm/versions/node/v22.13.0/bin/node'), pruner(`.npm/_npx/1a2b/${PACKAGE}`, 'one'));
  const lasting = toLasting(own, { home });
  await keepLauncher(lasting);
  remove('.npm');
  expect(started(lasting.launch)).toBe('one stats');
  remove('.nvm');
  node('elsewhere/node');
  expect(started(lasting.launch, `${at('elsewhere')}:/usr/bin:/bin`)).toBe('one stats');
  await removeLauncher(home);
  expect([existsSync(at('.mcp-pruner/bin')), existsSync(at('.mcp-pruner/server'))]).toEqual([false, false]);
});

test('on Windows the paths stay as they are, and what may go away is copied', () => {
  const own = launchOf('C:\\nvm\\v22.13.0\\node.exe', 'C:\\npm\\mcp-pruner\\dist\\index.js');
  expect(toLasting(own, { home: 'C:\\home', platform: 'win32' })).toEqual({ launch: own });
  const cached = { ...own, args: ['/npm/_npx/1/dist/index.js'] };
  const copy = path.join('/home', 'server', 'mcp-pruner');
  expect(toLasting(cached, { home: '/home', platform: 'win32' })).toEqual({
    launch: { ...own, args: [path.join(copy, 'dist', 'index.js')] },
    copy: { from: path.dirname('/npm/_npx/1/dist/index.js'), to: copy, parts: 'server' },
  });
});
