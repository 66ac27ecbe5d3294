import { expect, onTestFinished, test } from 'vitest';
import { processTable } from '../../launcher/platform/process/process-tree.ts';
import { ended } from '../support/running.ts';
import { until } from '../support/until.ts';
import { type BuiltLauncher, type Fields, type ServerEntry, startBuilt } from './gateway-launcher.ts';
import { NODE, ROOT } from './installed.ts';

const WELL = 15;
const DIES_AFTER_MS = 2000;
const OWN = ['read', 'bash', 'grep', 'artifact'];

const server = (file: string, ...args: string[]): ServerEntry & Fields => ({
  command: NODE,
  args: [`${ROOT}test/support/mcp-servers/${file}`, ...args],
});

/** Fifteen working servers, and five that are broken in different ways. */
const servers = (): Record<string, object> => {
  const broken = {
    missing: { command: '/no/such/server' },
    hangs: server('scripted-server.mjs', JSON.stringify({ hang: true })),
    dies: server('scripted-server.mjs', JSON.stringify({ dieAfterMs: DIES_AFTER_MS, pages: [['hang', 'big']] })),
    noise: { ...server('broken-noise.mjs'), timeout: 1500 },
    results: server('broken-results.mjs'),
  };
  const well = Array.from({ length: WELL }, (_, i) => [`s${i}`, server('answering-server.mjs')]);
  return { ...broken, ...Object.fromEntries(well) };
};

const ANSWERS = Array.from({ length: WELL }, (_, i) => `mcp_s${i}_answer`);
const namesOf = async (launcher: BuiltLauncher): Promise<readonly string[]> =>
  ((await launcher.raw('tools/list'))['tools'] as { name: string }[]).map(({ name }) => name);
const textOf = ({ content }: Fields): string => (content as { text: string }[]).map(({ text }) => text).join('\n');
const call = (launcher: BuiltLauncher, name: string, args: Fields = {}): Promise<Fields> =>
  launcher.raw('tools/call', { name, arguments: args });

/** Lists the tools again after each change notification, as clients do, until all wanted names are listed. */
async function untilListed(launcher: BuiltLauncher, wanted: readonly string[]): Promise<void> {
  const told = (): number =>
    launcher.notified.filter(({ method }) => method === 'notifications/tools/list_changed').length;
  let heard = -1;
  await until(async () => {
    if (told() === heard) return undefined;
    heard = told();
    const names = await namesOf(launcher);
    return wanted.every((name) => names.includes(name)) ? true : undefined;
  });
}

async function descendants(of: number): Promise<readonly number[]> {
  const table = await processTable();
  const found = [of];
  for (const pid of found) found.push(...table.filter(({ parent }) => parent === pid).map(({ pid: child }) => child));
  return found;
}

test('of twenty servers five are broken: the tools of fifteen are listed, and work', async () => {
  const launcher = await startBuilt(servers());
  onTestFinished(() => launcher.end());
  const [first, echoed] = await Promise.all([namesOf(launcher), call(launcher, 'bash', { command: 'echo at once' })]);
  // The gateway does not wait for the server that hangs forever.
  await untilListed(launcher, ANSWERS);
  expect(first.slice(0, OWN.length)).toEqual(OWN);
  expect(textOf(echoed)).toContain('at once');

  const failing = Promise.all([call(launcher, 'mcp_noise_noise'), call(launcher, 'mcp_dies_hang')]);
  const answers = await Promise.all(ANSWERS.map((name, i) => call(launcher, name, { i })));
  expect(answers.map((answer) => /"i":\d+/.exec(textOf(answer))?.[0])).toEqual(ANSWERS.map((_, i) => `"i":${i}`));

  const pids = await descendants(launcher.pid);
  expect(pids.length).toBeGreaterThan(WELL);

  // Of a result of ten megabytes, the shown part fits the response contract, and the rest is stored.
  const flood = await call(launcher, 'mcp_results_flood');
  expect(Buffer.byteLength(JSON.stringify(flood))).toBeLessThanOrEqual(10_240);
  const { shaped } = (flood['_meta'] as Fields)['jeeves/result'] as { shaped: Fields };
  expect(shaped['original_bytes']).toBeGreaterThan(10_000_000);
  const page = await call(launcher, 'artifact', { ref: shaped['artifact_ref'], pattern: '^ 70000 ' });
  expect(textOf(page)).toContain(' 70000 a line of the flood');

  // An outputSchema that cannot be compiled is dropped, because the SDK's client compiles every listed schema.
  const { tools } = await launcher.client.listTools();
  const odd = tools.find(({ name }) => name === 'mcp_results_odd');
  expect(odd).toBeDefined();
  expect(odd).not.toHaveProperty('outputSchema');
  expect(await launcher.client.callTool({ name: 'mcp_results_odd' })).toMatchObject({ structuredContent: { a: 1 } });

  // Failed calls are tool errors that say what to do.
  const [noise, hanging] = await failing;
  expect(textOf(noise)).toBe(
    '[timeout: server "noise" did not answer "tools/call" within 1500 ms]\n' +
      'It may still have run: check before you call it again, or request less. The user can raise its "timeout".',
  );
  expect(textOf(hanging)).toBe(
    '[closed: lost the connection to server "dies": its process exited with code 3]\n' +
      'It may have run: check before you call it again; continue without it, or the user can run: mcp-pruner mcp test dies; for the reason: mcp-pruner mcp logs dies',
  );
  for (const failed of [noise, hanging]) expect(failed['isError']).toBe(true);
  // The next call starts a server again that has ended.
  expect(textOf(await call(launcher, 'mcp_dies_big', { bytes: 5 }))).toBe('xxxxx');
  // Two servers never listed a tool.
  expect((await namesOf(launcher)).filter((name) => /^mcp_(missing|hangs)_/.test(name))).toEqual([]);
  expect(textOf(await call(launcher, 'mcp_missing_any'))).toContain('the user can run: mcp-pruner mcp test missing');
  expect((await Promise.all(ANSWERS.map((name) => call(launcher, name)))).length).toBe(WELL);

  const last = await descendants(launcher.pid);
  const from = performance.now();
  await launcher.end();
  expect(performance.now() - from).toBeLessThan(5000);
  await ended([...pids, ...last]);
});

test('a server that says nothing but noise costs nothing but itself', async () => {
  const launcher = await startBuilt({
    // Long enough for any machine to read the first noise.
    mute: { ...server('broken-noise.mjs', 'mute'), connectTimeout: 100_000 },
    well: server('answering-server.mjs'),
  });
  onTestFinished(() => launcher.end());
  await untilListed(launcher, ['mcp_well_answer']);
  const failed = await until(async () =>
    launcher.events.find(
      ({ event, data }) => event === 'gateway.connect_failed' && (data as Fields)['server'] === 'mute',
    ),
  );
  expect(failed['data']).toMatchObject({ code: 'unreadable' });
  expect(textOf(await call(launcher, 'mcp_well_answer'))).toContain('answer');
});
