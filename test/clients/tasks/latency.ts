import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallTurn } from '../../support/scripted-model/loopback.ts';
import { sourceAround } from '../long-source.ts';
import { HOOKED_HOSTS, type HookedHost, type Talking } from './hooked.ts';
import { median } from './token-table.ts';

/** Milliseconds that a host takes, as shipped and with hooks on. */
export interface Latency {
  readonly host: string;
  /** From the host's start to its first request. */
  readonly start: Compared;
  /**
   * Median time from a request that is answered with a call to the next request: the model's words, the tool and the
   * hook.
   */
  readonly call: Compared;
}

interface Compared {
  readonly without: number;
  readonly on: number;
}

type Times = Readonly<Record<keyof Omit<Latency, 'host'>, number>>;

/** Sessions of each kind, in turns. */
const SESSIONS = 2;
/** Calls per session. The first is not counted, because programs are loaded for it. */
const CALLS = 6;
/** Short enough that every host shows the whole text. */
const SOURCE = sourceAround(8000);

/** Lets each host read files that hooks shorten, without mcp-pruner and with hooks, in turns. `folder` is empty. */
export async function measureLatency(folder: string, names: readonly string[]): Promise<readonly Latency[]> {
  const measured: Latency[] = [];
  for (const host of HOOKED_HOSTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const without = host.open(path.join(folder, `${host.name}-without`));
    const on = host.open(path.join(folder, `${host.name}-on`));
    await on.user.pruner('init', `--${host.name}`, '--on', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
    await on.trust?.();
    const times: { readonly without: Times; readonly on: Times }[] = [];
    for (let session = 0; session < SESSIONS; session++) {
      times.push({ without: await timesOf(host, without), on: await timesOf(host, on) });
    }
    const of = (name: keyof Times): Compared => ({
      without: median(times.map((one) => one.without[name])),
      on: median(times.map((one) => one.on[name])),
    });
    measured.push({ host: host.name, start: of('start'), call: of('call') });
  }
  return measured;
}

async function timesOf(host: HookedHost, { user, talk }: Talking): Promise<Times> {
  const turns = Array.from({ length: CALLS }, (_, at) => {
    const file = path.join(user.project, `long-${at}.ts`);
    writeFileSync(file, SOURCE.replaceAll('member', `member${at}`));
    return { ...(host.read(file) as CallTurn), said: `I look at how member ${at} is added.` };
  });
  const began = performance.now();
  const requests = await talk('How is a member added?', turns);
  // Find requests by their number of results, because some hosts send other requests too, such as one for a title.
  const at = Array.from({ length: CALLS + 1 }, (_, results) => {
    const found = requests.find((request) => host.resultsOf(request).length === results);
    if (found === undefined) throw new Error(`${host.name} sent no request with ${results} results`);
    return found.at;
  });
  const gaps = at.slice(2).map((time, index) => time - (at[index + 1] ?? time));
  return { start: (at[0] ?? began) - began, call: median(gaps) };
}

/** Returns a Markdown table: the data of docs/measured/hooks-time.csv. */
export function toLatencyTable(measured: readonly Latency[]): string {
  const ms = (value: number): string => String(Math.round(value));
  const more = ({ without, on }: Compared): string => `${on < without ? '−' : '+'}${ms(Math.abs(on - without))}`;
  const rows = measured.map(({ host, start, call }) => [
    host,
    ...[start, call].flatMap((one) => [ms(one.without), ms(one.on), more(one)]),
  ]);
  const head = ['Host', 'start without', 'with hooks', 'more', 'call without', 'with hooks', 'more'];
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/** `node test/clients/tasks/latency.ts [HOST…]`: measures, and prints the table, in milliseconds. */
if (import.meta.main) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-latency-')));
  try {
    process.stdout.write(`${toLatencyTable(await measureLatency(folder, process.argv.slice(2)))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
