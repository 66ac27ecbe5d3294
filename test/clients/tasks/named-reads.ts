import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../../support/scripted-model/loopback.ts';
import { MOD_NOTICE, type ModUser, modUser } from '../claude-mod-user.ts';
import { withMod } from '../claude-user.ts';
import { ROOT } from '../installed.ts';
import { median } from './token-table.ts';

/** A file that is read for one function, and lines that the answer needs. */
interface NamedRead {
  readonly file: string;
  readonly name: string;
  /** The function's first lines. */
  readonly facts: readonly string[];
}

const FOLDERS = [`${ROOT}node_modules/undici/lib`, `${ROOT}node_modules/zod/src/v4`];
const READS = 40;
const READS_PER_SESSION = 4;
const MIN_LINES = 300;
const MAX_LINES = 3000;
const FACTS = 4;
/** The beginning of a function or a method, in the style of these packages. */
const FUNCTION = /^(?:export )?(?:async )?(?:function |(?= {2}\w)) {0,2}(?:async |static )?(\w{5,}) ?\(.*\{$/;
const NO_NAME = /^(?:if|for|while|switch|catch|return|constructor)$/;

/** The first forty long files of two packages that the lock file pins, each with its middle function. */
export function namedReads(): readonly NamedRead[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.[jt]s$/.test(name) && !/tests|locales/.test(name))
      .sort()
      .map((name) => realpathSync(path.join(folder, name))),
  )
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      if (lines.length < MIN_LINES || lines.length > MAX_LINES) return [];
      const starts = [...lines.keys()].filter((at) => !NO_NAME.test(FUNCTION.exec(lines[at] ?? '')?.[1] ?? 'if'));
      const at = starts[Math.floor(starts.length / 2)];
      const name = FUNCTION.exec(lines[at ?? -1] ?? '')?.[1];
      return at === undefined || name === undefined ? [] : [{ file, name, facts: lines.slice(at, at + FACTS) }];
    })
    .slice(0, READS);
}

/** Milliseconds of one session: to its first request, of its first call, and of each later one. */
interface Times {
  readonly start: number;
  readonly first: number;
  readonly later: readonly number[];
}

interface Session {
  /** Peak memory of the host so far, in MB, when its last request came. */
  readonly peak: number;
  readonly results: readonly string[];
  readonly times: Times;
}

const askedFor = ({ file, name }: NamedRead): Turn => ({
  ...{ said: `I look at how ${name} works.`, tool: 'Read', input: { file_path: file } },
});

/** Returns the peak memory in MB of the largest process that runs with this home. */
function peakOf(home: string): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
        return isOurs ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) : 0;
      } catch {
        // It has ended.
        return 0;
      }
    });
  return Math.max(0, ...peaks) / 1024;
}

async function sessionOf(user: ModUser, reads: readonly NamedRead[]): Promise<Session> {
  const began = performance.now();
  let peak = 0;
  const last: Turn = () => {
    peak = peakOf(user.home);
    return { text: 'Done.' };
  };
  const requests = await user.talk('Requests hang from time to time. Find out why, and mend it.', [
    ...reads.map(askedFor),
    last,
  ]);
  const at = Array.from({ length: reads.length + 1 }, (_, results) => {
    const found = requests.find((request) => toolResultsOf(request).length === results);
    if (found === undefined) throw new Error(`Claude Code sent no request with ${results} results`);
    return found.at;
  });
  const [first = 0, ...later] = at.slice(1).map((time, index) => time - (at[index] ?? time));
  return {
    peak,
    results: toolResultsOf(requests.at(-1) as ModelRequest),
    times: { start: (at[0] ?? began) - began, first, later },
  };
}

/** Keeps the processors busy with `count` processes. Returns a function that ends them. */
function loadedBy(count: number): () => void {
  const busy = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  return () => {
    for (const one of busy) one.kill('SIGKILL');
  };
}

/** Settings of a user who may read anything. */
const ALLOWED = { permissions: { allow: ['Read'] } };

async function measure(folder: string, load: number): Promise<string> {
  const withOurs = modUser(withMod(ALLOWED), path.join(folder, 'with'));
  const alone = modUser(JSON.stringify(ALLOWED), path.join(folder, 'without'));
  const reads = namedReads();
  const end = loadedBy(load);
  try {
    const pairs: { readonly on: Session; readonly off: Session; readonly of: readonly NamedRead[] }[] = [];
    for (let at = 0; at < reads.length; at += READS_PER_SESSION) {
      const of = reads.slice(at, at + READS_PER_SESSION);
      pairs.push({ of, off: await sessionOf(alone, of), on: await sessionOf(withOurs, of) });
    }
    const shown = pairs.flatMap(({ of, on, off }) =>
      of.map(({ facts }, at) => ({
        isShort: MOD_NOTICE.test(on.results[at] ?? ''),
        hasFacts: facts.every((fact) => on.results[at]?.includes(fact)),
        share: (on.results[at]?.length ?? 0) / (off.results[at]?.length ?? 1),
      })),
    );
    const change = (of: (session: Session) => number): string => {
      const [on, off] = [median(pairs.map((one) => of(one.on))), median(pairs.map((one) => of(one.off)))];
      return `${Math.round(off)} → ${Math.round(on)}`;
    };
    const count = (is: (one: (typeof shown)[number]) => boolean): string => `${shown.filter(is).length} of ${READS}`;
    return [
      `load ${load}: ${count(({ isShort }) => isShort)} shortened, ${count(({ hasFacts }) => hasFacts)} with their facts,`,
      `${Math.round(100 * median(shown.map(({ share }) => share)))} % of the characters at the median,`,
      `start ${change(({ times }) => times.start)} ms, first call ${change(({ times }) => times.first)} ms,`,
      `later calls ${change(({ times }) => median(times.later))} ms, peak memory ${change(({ peak }) => peak)} MB`,
    ].join(' ');
  } finally {
    end();
  }
}

/** Runs one session again and again. Returns how many different series of results it gave. */
async function countDifferent(folder: string, runs: number): Promise<string> {
  const user = modUser(withMod(ALLOWED), path.join(folder, 'same'));
  const all = new Set<string>();
  for (let run = 0; run < runs; run++)
    all.add(JSON.stringify((await sessionOf(user, namedReads().slice(0, 2))).results));
  return `${runs} runs of one session: ${all.size} different series of results`;
}

/**
 * `node test/clients/tasks/named-reads.ts [--load N] [--same RUNS]`: lets the real Claude Code read forty files, each for
 * a function that the model names, without the plugin and with it, in turns; with `--load` beside so many busy
 * processes. With `--same`, runs one session so many times in place of that.
 */
if (import.meta.main) {
  const { values } = parseArgs({ options: { load: { type: 'string' }, same: { type: 'string' } } });
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-reads-')));
  try {
    const said = values.same ? countDifferent(folder, Number(values.same)) : measure(folder, Number(values.load ?? 0));
    process.stdout.write(`${await said}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
