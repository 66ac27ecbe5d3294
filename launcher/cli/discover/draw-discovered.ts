import { DEFAULT_PRICES } from '../../../src/base/prices.ts';
import type { HookCuts } from '../../../src/unasked/cuts.ts';
import { alignRows } from '../align-rows.ts';
import { printable } from '../printable.ts';
import { dollars } from '../stats/draw-savings.ts';
import type { CacheSum, Discovered, ModelSum, ToolSum } from './sum-sessions.ts';

/** Max rows of models and of tools. `--json` has all. */
const MAX_ROWS = 8;
/** Max characters of a name, and min sessions of an advice. */
const MAX_NAME = 40;
const MIN_ADVISED = 10;

const count = new Intl.NumberFormat('en');
const millions = (tokens: number): string => `${(tokens / 1e6).toFixed(tokens < 1e7 ? 2 : 0)} M`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.replace(/^-(?=0\.0 )/, '').replace('-', '−');

/** Draws what was discovered, on one screen. */
export function drawDiscovered({ odd, models, tools, spared, caches }: Discovered): string {
  const parts = [
    table(['Host', 'Model', 'Sessions', 'Input tokens', 'US dollars'], models.slice(0, MAX_ROWS).map(modelRow)),
    'Input tokens: the price of all requests, as so many tokens of uncached input. Dollars: at list prices, where known.',
    table(
      ['Host', 'Tool', 'Long results', 'Tokens', 'Of the price', 'Shortened', 'Spared', 'With more', 'Spared'],
      tools.slice(0, MAX_ROWS).map(toolRow),
    ),
    `Shortening them would have spared ${percent(spared.default)} of the price by default, and ${percent(spared.more)} with MCP_PRUNER_HOOK_CUTS=more, less what is fetched again (docs/hooks.md).`,
    ...caches.map(cacheLines),
    ...(odd === 0 ? [] : [`Only priced, because what they count cannot be of their texts: ${count.format(odd)}`]),
  ];
  return parts.join('\n\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const right = (row: readonly string[]): string[] =>
    row.map((cell, at) => (at < 2 ? cell : cell.padStart(widths[at] ?? 0)));
  return alignRows([heads, ...rows].map(right)).join('\n');
}

function modelRow({ host, model, sessions, cost }: ModelSum): readonly string[] {
  const price = DEFAULT_PRICES.find((one) => model.startsWith(one.model));
  const paid = price === undefined ? '' : dollars((cost * price.input) / 1e6);
  return [
    host,
    model === '' ? '(no counts)' : printable(model.slice(0, MAX_NAME)),
    count.format(sessions),
    millions(cost),
    paid,
  ];
}

function toolRow({ host, tool, results, tokens, share, shortened, spared }: ToolSum): readonly string[] {
  const of = (cuts: HookCuts): readonly string[] => [count.format(shortened[cuts]), percent(spared[cuts])];
  return [
    host,
    printable(tool.slice(0, MAX_NAME)),
    count.format(results),
    millions(tokens),
    percent(share),
    ...of('default'),
    ...of('more'),
  ];
}

/** Says what pauses cost, and advises another lifetime of the cache only if that is surely cheaper on these pauses. */
function cacheLines({ minutes, sessions, paused, pauses, lost, other, interval: [low, high] }: CacheSum): string {
  const [own, another] = minutes === 5 ? ['five minutes', 'an hour'] : ['an hour', 'five minutes'];
  const advised = high < 0 && sessions >= MIN_ADVISED && (paused > 0 || minutes === 60);
  return [
    `Prompt cache of ${own}, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}: ${count.format(pauses)} ${pauses === 1 ? 'pause' : 'pauses'} of five minutes to an hour in ${paused} of them${minutes === 5 ? ` cost ${percent(lost)} of the price` : ''}.`,
    `With a cache of ${another}, the price of these sessions would change by ${percent(other)} (95 %: ${percent(low)} to ${percent(high)}).`,
    ...(advised ? [`Claude Code’s setting "promptCacheTtl": "${minutes === 5 ? '1h' : '5m'}" chooses it.`] : []),
  ].join('\n');
}
