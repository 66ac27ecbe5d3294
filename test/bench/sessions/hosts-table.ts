import { percentOf } from '../../../launcher/cli/eval/report/figure-words.ts';
import { fullCount, shortCount } from '../../../launcher/cli/eval/report/short-count.ts';
import type { Totals } from '../../../launcher/eval/sessions/sums/figures.ts';
import type { HostTotals } from './automatic-sums.ts';

/** What automatic pruning comes to by host, as a Markdown table. */
export function hostsTable(hosts: readonly HostTotals[]): string {
  const heads = [
    'host',
    'sessions',
    'results',
    'tokens',
    '',
    'spared',
    'net of what is read back',
    'every needed line kept',
  ];
  const rows = hosts.flatMap(({ host, sessions, results, given, automatic }) =>
    Array.from(automatic, ([care, totals]) => {
      const counts = [fullCount(sessions), fullCount(results), shortCount(given)];
      return [host, ...counts, care, percentOf(totals.saved), percentOf(totals.net), keptWords(totals)];
    }),
  );
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The share of all results in which every needed line stays, to a tenth of a percent: what is lost of them is little. */
export function keptWords({ lostRate: { value } }: Totals): string {
  return value === undefined ? '–' : `${(100 - 100 * value).toFixed(1)} %`;
}
