import { expect, test } from 'vitest';
import { circlesIn, filesOf, type Import, importsOf, readFile, roomOf, roomsReached } from './house/tree.ts';

const isOurs = ({ to }: Import): boolean => /^(src|worker|launcher|test|\.build)\//.test(to);
const outside = (imports: readonly Import[], allowed: RegExp): Import[] =>
  imports.filter(({ to }) => !allowed.test(to));

test('the graph is not empty', () => {
  expect(importsOf('src').length).toBeGreaterThan(50);
  expect(importsOf('launcher').length).toBeGreaterThan(50);
  expect(importsOf('worker').length).toBeGreaterThan(20);
});

test('src imports itself, zod and the tokenizer alone; OpenTelemetry where traces are made', () => {
  const imports = importsOf('src').filter(({ from, to }) => !isIn({ from, to }, TRACES, /^@opentelemetry\/api$/));
  const elsewhere = imports.filter(
    (one) => !isIn(one, TRACING_SDK, /^@opentelemetry\/(api|core|resources|sdk-trace)$/),
  );
  expect(outside(elsewhere, /^(src\/|zod|gpt-tokenizer)/)).toEqual([]);
});

/** The port to OpenTelemetry. It only imports the API, which a library may do. */
const TRACES = /^src\/base\/tracing\/open-telemetry\.ts$/;
/** OpenTelemetry's SDK, which is only loaded if tracing is switched on. */
const TRACING_SDK = /^src\/base\/tracing\/sdk\//;
/** Packages of OpenTelemetry for one runtime. */
const TRACING_RUNTIME = /^@opentelemetry\/(context-async-hooks|exporter-trace-otlp-http)$/;

const ON_A_RUNTIME = [
  'worker/artifacts/bucket-files.ts',
  'worker/artifacts/s3-bucket.ts',
  'worker/node.ts',
  'worker/deno.ts',
  'worker/http/end-idle.ts',
];

const isOnRuntime = (file: string): boolean => ON_A_RUNTIME.includes(file) || file.startsWith('worker/runtime/');

test('worker imports src, hono, zod and oauth4webapi; Node’s modules in the entries that have them alone', () => {
  const imports = importsOf('worker').filter(({ from }) => !isOnRuntime(from));
  expect(outside(imports, /^(src\/|worker\/|hono|zod|oauth4webapi$|package\.json$)/)).toEqual([]);
  const onRuntime =
    /^(src\/|worker\/|hono|zod|oauth4webapi$|package\.json$|node:|@hono\/node-server|postgres$|iovalkey$|aws4fetch$)/;
  const all = importsOf('worker').filter((one) => !isIn(one, /^worker\/runtime\/start-tracing\.ts$/, TRACING_RUNTIME));
  expect(outside(all, onRuntime)).toEqual([]);
});

test('launcher never imports worker, but for `serve`', () => {
  const crossing = importsOf('launcher').filter((one) => isOurs(one) && !/^(src|launcher)\//.test(one.to));
  const doors = [...new Set(crossing.map(({ from, to }) => `${from} ${to}`))];
  expect(doors).toEqual(['launcher/cli/serve-command.ts worker/node.ts']);
});

test('the launcher reaches the network and the engine through src alone: no dependency but zod', () => {
  const imports = importsOf('launcher').filter((one) => !GATEWAYS_OWN.some(([tree, to]) => isIn(one, tree, to)));
  expect(outside(imports, /^(src\/|launcher\/|worker\/|node:|zod|package\.json)/)).toEqual([]);
});

/** Packages that only the gateway or setup may import, and from where. */
const GATEWAYS_OWN = [
  // Editing a configuration must keep its comments, which needs a parser that reports positions.
  [/^launcher\/(gateway\/config|platform\/text)\//, /^jsonc-parser$/],
  // `init` and `mcp approve` show what changes.
  [/^launcher\/setup\/unified-diff\.ts$/, /^diff$/],
  // Hosts store their servers in JSON with comments, and Codex in TOML. `mcp import` reads these files, and `init`
  // edits them.
  [/^launcher\/(hosts|setup)\//, /^(jsonc-parser|smol-toml)$/],
  // Optional dependency: it has a program and no code that is bundled.
  [/^launcher\/tools\/grep\//, /^@vscode\/ripgrep$/],
  // Node’s own `fetch` supports no proxies before version 24.
  [/^launcher\/platform\/web\//, /^undici$/],
  // Only loaded if tracing is switched on.
  [/^launcher\/platform\/tracing\/start-tracing\.ts$/, TRACING_RUNTIME],
  // The protocol's own client connects to servers.
  [/^launcher\/gateway\//, /^@modelcontextprotocol\/client(\/validators\/ajv)?$/],
] as const;

const isIn = ({ from, to }: Import, tree: RegExp, name: RegExp): boolean => tree.test(from) && name.test(to);

test('the core names no runtime', () => {
  const naming = filesOf('src').filter((file) => /\b(process\.|Buffer\b|Deno\.|cloudflare:)/.test(readFile(file)));
  expect(naming).toEqual([]);
});

/** Rooms of each tree, from the top. Each only imports from rooms below it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  src: [
    'index.ts',
    'prune-api',
    'tools',
    'unasked',
    'shorten',
    'context',
    'remote-pruner',
    'fit',
    'engine',
    'session-memory',
    'transcripts',
    'artifacts',
    'teams',
    'storage',
    'mcp',
    'text',
    'base',
  ],
  launcher: [
    'main.ts',
    'cli',
    'setup',
    'runner',
    'sessions',
    'server',
    'hooks',
    'gateway',
    'hosts',
    'tools',
    'savings',
    'platform',
  ],
  worker: [
    'cloudflare.ts',
    'deno.ts',
    'node.ts',
    'index.ts',
    'client.ts',
    'app',
    'dashboard',
    'routes',
    'access',
    'ledger',
    'artifacts',
    'http',
    'settings',
    'runtime',
  ],
};

test.each(Object.entries(ROOMS))('rooms of %s import from rooms below their own alone', (tree, rooms) => {
  const within = importsOf(tree).filter(({ to }) => to.startsWith(`${tree}/`));
  const floorOf = (file: string): number => rooms.indexOf(roomOf(file));
  expect(within.filter(({ from, to }) => floorOf(from) < 0 || floorOf(to) < 0)).toEqual([]);
  const crossing = within.filter(({ from, to }) => roomOf(from) !== roomOf(to));
  expect(crossing.filter(({ from, to }) => floorOf(to) <= floorOf(from))).toEqual([]);
});

/** Rooms of the engine, from the top. Its port, `pruner.ts`, is beside them, and all rooms may import its types. */
const ENGINE = ['render', 'keep', 'score', 'detect', 'structure'];

test('rooms of the engine import from rooms below their own, and the types of its port', () => {
  const engineRoom = (file: string): string => file.split('/')[2] ?? '';
  const within = importsOf('src/engine').filter(({ to }) => to.startsWith('src/engine/'));
  const inside = within.filter(({ from, to }) => ENGINE.includes(engineRoom(from)) && to !== 'src/engine/pruner.ts');
  const crossing = inside.filter(({ from, to }) => engineRoom(from) !== engineRoom(to));
  const floorOf = (file: string): number => ENGINE.indexOf(engineRoom(file));
  expect(crossing.filter(({ from, to }) => floorOf(to) <= floorOf(from))).toEqual([]);
});

test('code that runs inside Claude Code imports nothing but itself and the core', () => {
  const mod = 'launcher/hosts/claude-code/mod/';
  const outside = importsOf(mod.slice(0, -1)).filter(({ to }) => !to.startsWith('src/') && !to.startsWith(mod));
  expect(outside).toEqual([]);
});

test.each(['src', 'worker', 'launcher'])('no folders of %s stand in a circle', (tree) => {
  expect(circlesIn(roomsReached(tree))).toEqual([]);
});

test('sources name no document that is not here', () => {
  const files = ['src', 'launcher', 'worker'].flatMap(filesOf);
  const naming = files.filter((file) => /\b[Ss]eed \d|\bDESIGN\b/.test(readFile(file)));
  expect(naming).toEqual([]);
});
