import { alignRows } from '../../../../launcher/cli/align-rows.ts';
import type { SkipReason } from '../../../../src/transcripts/recorded-session.ts';
import type { MoneyFigures } from '../money/money-figures.ts';
import type { CaseFigures, SessionFigures, Totals } from '../sums/figures.ts';
import { percentOf } from './figure-words.ts';
import { intervalRows, moneyRows } from './money-rows.ts';
import { fullCount, shortCount } from './short-count.ts';
import { skippedWords } from './skipped-words.ts';
import { sessionsVerdict } from './verdict.ts';

export interface ReportOptions {
  /** True if the sessions were found on this machine, false if the user named files. */
  readonly isOwn: boolean;
  /** Only results of this tool were evaluated. Default: all. */
  readonly tool?: string | undefined;
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Price changes that pruning would have caused. */
  readonly money: readonly MoneyFigures[];
  /** Min UTF-16 units of a case. Shorter results are not pruned. */
  readonly minChars: number;
}

/**
 * Formats the report for a terminal: first the effect of pruning in plain words, then a table by tool, then the skipped
 * files, and finally advice.
 */
export function reportSessions(figures: SessionFigures, options: ReportOptions): string {
  const { results, all } = figures;
  const { isOwn, tool, skipped, minChars } = options;
  const long = `at least ${fullCount(minChars)} characters`;
  const parts =
    results === 0
      ? ['No session with results of tools was found.']
      : all.cases === 0
        ? [
            `${given(figures, isOwn)} Nothing would have been pruned: no result${tool === undefined ? '' : ` of "${tool}"`} has ${long}.`,
          ]
        : [
            `${given(figures, isOwn)} ${spared(figures, tool)}`,
            sureness(figures),
            others(figures),
            `${byTool(figures)}\n\n${legend(long)}`,
            moneyTable(options.money),
          ];
  const verdict = all.cases === 0 ? undefined : sessionsVerdict(all.cases, options.money);
  return [...parts, skippedWords(skipped), verdict].filter((part) => part !== undefined).join('\n\n');
}

function given({ sessions, given }: SessionFigures, isOwn: boolean): string {
  const which = isOwn ? 'your last' : 'the';
  const what = sessions === 1 ? `${which} session` : `${which} ${fullCount(sessions)} sessions`;
  return `In ${what} tools gave ${shortCount(given)} ${given === 1 ? 'token' : 'tokens'}.`;
}

/** Totals to report first: pruning without a question by default, if that was evaluated. */
function told(figures: SessionFigures): Totals {
  return figures.automatic.get('default') ?? figures;
}

function spared(figures: SessionFigures, tool: string | undefined): string {
  const fewer = figures.given - told(figures).after;
  const saved = fewer > 0 ? `it would have been ${shortCount(fewer)} fewer` : 'it would have been as many';
  const what = tool === undefined ? 'automatic pruning' : `automatic pruning of "${tool}" alone`;
  return `With ${what} as it stands ${saved}; ${risk(figures)}.`;
}

function risk(figures: SessionFigures): string {
  const { sessions, results, all } = figures;
  const { lost } = told(figures);
  const one = results === 1;
  const what = `${fullCount(results)} results`;
  if (all.needed.any === 0)
    return `the agent used no line of ${one ? 'the result' : `the ${what}`} again, as far as ${sessions === 1 ? 'the session tells' : 'the sessions tell'}`;
  if (lost === 0)
    return one
      ? 'no line that the agent then used would have been missing'
      : `in none of ${what} would a line that the agent used later have been missing`;
  const where = one ? 'the only result' : `${fullCount(lost)} of ${what}`;
  return `in ${where} a line that the agent used later would have been missing (it could have been fetched)`;
}

/** Formats the other ways to prune, one line each. */
function others({ given, results, automatic, ...asked }: SessionFigures): string | undefined {
  const more = automatic.get('more');
  if (more === undefined) return undefined;
  const row = (name: string, { after, lost }: Pick<Totals, 'after' | 'lost'>): string =>
    `${name}: ${shortCount(Math.max(0, given - after))} fewer, a used line missing in ${fullCount(lost)} of ${fullCount(results)}.`;
  return [row('With MCP_PRUNER_HOOK_CUTS=more', more), row('With the agent’s own words as a question', asked)].join(
    '\n',
  );
}

function sureness(figures: SessionFigures): string | undefined {
  const { saved, net, lostRate } = told(figures);
  if (saved.interval === undefined || lostRate.interval === undefined) return undefined;
  return `Saved: ${percentOf(saved)} of the tokens, and ${percentOf(net)} if the agent had fetched each missing line that it used; a used line missing: ${percentOf(lostRate, 1)} of the results. In brackets: 95 % intervals over sessions.`;
}

function byTool({ by }: SessionFigures): string {
  const tools = [...by.action].sort(([, a], [, b]) => b.tokens - a.tokens);
  const rows = tools.map(([tool, figures]) => [tool, ...numbers(figures)]);
  const heads = ['Tool', 'Long results', 'Tokens', 'After', 'Used again', 'Used line missing'];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const right = (row: readonly string[]): string[] =>
    row.map((cell, at) => (at === 0 ? cell : cell.padStart(widths[at] ?? 0)));
  return alignRows([heads, ...rows].map(right)).join('\n');
}

function numbers({ cases, tokens, needed, cells }: CaseFigures): string[] {
  const { tokens: after = tokens, lost = 0 } =
    cells.find(({ point, method }) => point === 'default' && method === 'engine') ??
    cells.find(({ point, method }) => point === 'own' && method === 'engine') ??
    {};
  return [fullCount(cases), shortCount(tokens), shortCount(after), fullCount(needed.any), fullCount(lost)];
}

function moneyTable(money: readonly MoneyFigures[]): string | undefined {
  if (money.length === 0) return undefined;
  const intervals = intervalRows(money);
  return [
    'Share of the sessions’ price. A lost line costs the request that fetches it, or ten requests if the agent does not notice:',
    alignRows(moneyRows(money)).join('\n'),
    ...(intervals === undefined ? [] : ['With 95 % intervals:', alignRows(intervals).join('\n')]),
  ].join('\n\n');
}

function legend(long: string): string {
  return `Long results have ${long}; shorter results stay unchanged.`;
}
