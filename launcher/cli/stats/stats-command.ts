import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ArtifactUsage } from '../../../src/artifacts/artifact-store.ts';
import type { Price } from '../../../src/base/prices.ts';
import { type WholeCounts, wholeWords } from '../../../src/unasked/whole-reasons.ts';
import { readStatuses } from '../../gateway/status/status-file.ts';
import { type ServerSum, sumServers } from '../../gateway/status/sum-servers.ts';
import { artifactsFolder, openArtifacts } from '../../platform/artifacts/open-artifacts.ts';
import { realPathOf } from '../../platform/paths/work-folder.ts';
import { ConfigError, homeFolder } from '../../platform/settings/config.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { isCounting } from '../../savings/counting.ts';
import { localDay } from '../../savings/local-day.ts';
import { LEDGER_FILE, openSavings } from '../../savings/open-savings.ts';
import { netOf, type Savings } from '../../savings/savings.ts';
import { isOver, type Trial } from '../../savings/trial.ts';
import { findPlaces } from '../../setup/find-places.ts';
import { findSetups } from '../../setup/find-setups.ts';
import { hookModeOf } from '../../setup/hook-mode.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import { alignRows } from '../align-rows.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { DAY_MS, daysOf } from '../days-option.ts';
import { DEFAULT_NAME } from '../init/init-request.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { recentFindings } from '../recent-findings.ts';
import { drawSavings } from './draw-savings.ts';
import { PRICES_FILE, readPrices } from './read-prices.ts';
import { type SavingsReport, sumSavings } from './sum-savings.ts';
import { type Money, toMoney } from './to-money.ts';
import { toCome, trialWords } from './trial-words.ts';

const COLUMNS = [
  'day',
  'project',
  'tool',
  'shadow',
  'calls',
  'asked',
  'raw',
  'shown',
  'fetched',
  'definitions',
  'carried',
  'written',
] as const;

/**
 * Formats rows as CSV (RFC 4180) with a header. A leading quote keeps spreadsheets from running a cell as a formula.
 */
function savingsCsv(rows: readonly Savings[]): string {
  const lines = rows.map((row) => [...COLUMNS.map((name) => row[name]), netOf(row)].map(cell).join(','));
  return `${[[...COLUMNS, 'net'].join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Prints savings and their cost, stored data, and calls to other servers. */
export async function runStats(
  { env, cwd, stdout, stderr, now }: CommandContext,
  given: GivenOptions,
): Promise<number> {
  const days = daysOf(given['days']);
  const home = homeFolder(env, cwd);
  const folder = artifactsFolder(home);
  const project = typeof given['project'] === 'string' ? realPathOf(path.resolve(cwd, given['project'])) : undefined;
  try {
    const ledger = await readLedger(home, localDay(now() - (days - 1) * DAY_MS), (to) =>
      stderr.write(`mcp-pruner: the ledger was damaged and is now "${to}"; a fresh one was begun\n`),
    );
    const rows = ledger?.rows.filter((row) => project === undefined || row.project === project);
    if (given['csv'] === true) {
      stdout.write(savingsCsv(rows ?? []));
      return 0;
    }
    const { prices, checked } = await readPrices(env, home);
    const usage = await openArtifacts({ home, redact: false }).usage();
    const servers = sumServers(readStatuses(home));
    const saved = sumSavings(rows?.filter(({ shadow }) => !shadow) ?? []);
    const shadow = sumSavings(rows?.filter((row) => row.shadow) ?? []);
    const trial = ledger?.trial;
    if (given['json'] === true) {
      const moneyOf = ({ total }: SavingsReport): readonly Money[] => prices.map((price) => toMoney(total, price));
      const money = { currency: 'USD', prices, checked, saved: moneyOf(saved), shadow: moneyOf(shadow) };
      const measured = trial && { ...trial, isOver: isOver(trial, now()) };
      const whole = ledger?.whole ?? {};
      const savings = rows === undefined ? null : { days, ...saved, shadow, money, trial: measured ?? null, whole };
      stdout.write(jsonLine({ savings, artifacts: { folder, ...usage }, servers }));
      return 0;
    }
    const counting = (await isCounting(home, now())) ? [COUNTING] : [];
    const [nothing = NOTHING_YET] = counting;
    const parts = [
      rows === undefined ? NO_SQLITE : `Tokens of the last ${days} days (o200k)\n${drawOr(nothing, saved, prices)}`,
      ...(saved.byDay.length === 0 ? [] : counting),
      ...(shadow.total.calls === 0
        ? []
        : [`What shadow mode measured, without changing any result\n${drawSavings(shadow, prices)}`]),
      ...((await isMeasuring(env, cwd)) && rows !== undefined ? [drawTrial(trial, now())] : []),
      ...(await hookLines(env, cwd)),
      ...wholeLines(ledger?.whole ?? {}, days),
      ...(checked === undefined || rows === undefined || rows.length === 0 ? [] : [priceLine(checked)]),
      storageLines(folder, usage),
      ...serverLines(servers),
    ];
    stdout.write(`${parts.join('\n\n')}\n`);
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      stderr.write(`mcp-pruner: ${error.message}\n`);
      return 2;
    }
    stderr.write(`mcp-pruner: cannot list the artifacts in "${home}": ${(error as Error).message}\n`);
    return 1;
  }
}

const NO_SQLITE = `Savings are not counted: expected Node 22.13 or newer, got ${process.version}`;

/** True if results of the agents' own tools are only measured, not shortened. */
async function isMeasuring(env: CommandContext['env'], cwd: string): Promise<boolean> {
  const places = findPlaces(env, cwd);
  if (places === undefined) return false;
  return (await hookModeOf(await findSetups(places, ownLaunch(), DEFAULT_NAME), places)) === 'shadow';
}

const NOTHING_YET = '  nothing yet: an agent has to use the tools first';
const COUNTING = '  counting the latest results; run this again in a few seconds';

function drawOr(nothing: string, saved: SavingsReport, prices: readonly Price[]): string {
  return saved.byDay.length === 0 ? nothing : drawSavings(saved, prices);
}

function priceLine(checked: string): string {
  return `Dollars at list prices as of ${checked}. For your own prices, set MCP_PRUNER_PRICES, or ${PRICES_FILE} in MCP_PRUNER_HOME`;
}

interface Ledger {
  readonly rows: readonly Savings[];
  /** Undefined if no result of a host's own tools was measured. */
  readonly trial: Trial | undefined;
  /** Results of hosts' own tools that passed unchanged. */
  readonly whole: WholeCounts;
}

/** Reads the ledger; undefined if this Node has no SQLite. */
async function readLedger(home: string, first: string, onSetAside: (to: string) => void): Promise<Ledger | undefined> {
  if (!hasSqlite()) return undefined;
  if (!existsSync(path.join(home, LEDGER_FILE))) return { rows: [], trial: undefined, whole: {} };
  const store = await openSavings(home, onSetAside);
  try {
    // Read the trial first. Then the rows include every result that it counts, even if a process writes in between.
    const trial = await store.trial();
    return { trial, rows: await store.since(first), whole: await store.wholeSince(first) };
  } finally {
    store.close();
  }
}

function storageLines(folder: string, { artifacts, bytes, maxBytes, ttlMs }: ArtifactUsage): string {
  return `Artifacts in ${path.resolve(folder)}\n  ${artifacts} kept, ${toSize(bytes)} of ${toSize(maxBytes)}; kept for ${ttlMs / DAY_MS} days after they were last stored; the least used go first`;
}

/** Formats the calls of running agents to other servers; empty if there are none. */
function serverLines(servers: readonly ServerSum[]): readonly string[] {
  const called = servers.filter(({ calls }) => calls > 0);
  if (called.length === 0) return [];
  const rows = called.map(({ name, calls, failed, bytes }) => {
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    return [`  ${printable(name)}`, `${calls} calls${failures}, ${toSize(bytes)} of text`];
  });
  return [`Other servers, called by the agents that run now\n${alignRows(rows).join('\n')}`];
}

function toSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** Reports whether hooks ran in the newest sessions; empty if there is nothing to report. */
async function hookLines(env: CommandContext['env'], cwd: string): Promise<readonly string[]> {
  const places = findPlaces(env, cwd);
  if (places === undefined) return [];
  const setups = await findSetups(places, ownLaunch(), DEFAULT_NAME);
  const found = await recentFindings({ setups, places, env, cwd, signal: new AbortController().signal });
  const lines = found.map(({ message, fix }) => `  ${printable(message)}${fix === undefined ? '' : `\n    → ${fix}`}`);
  return lines.length === 0 ? [] : [`Hooks in the newest sessions\n${lines.join('\n')}`];
}

/** Lists why results passed unchanged; empty if there are none. */
function wholeLines(whole: WholeCounts, days: number): readonly string[] {
  const words = wholeWords(whole);
  if (words.length === 0) return [];
  return [`Long results of your agents’ own tools that stayed whole in the last ${days} days\n  ${words.join('\n  ')}`];
}

/** Draws the trial for a terminal; undefined means that it has not begun. */
function drawTrial(trial: Trial | undefined, now: number): string {
  const head = 'Results of your agents’ own tools are only measured; none was changed';
  if (trial === undefined) return `${head}\n  ${toCome(trial, now)}`;
  const { shortened, spared, again } = trialWords(trial);
  const next = isOver(trial, now) ? 'Run mcp-pruner init --on to shorten them' : toCome(trial, now);
  return [head, shortened, spared, again, next].join('\n  ');
}
