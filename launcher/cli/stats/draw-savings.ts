import type { Price } from '../../../src/base/prices.ts';
import { netOf } from '../../savings/savings.ts';
import { alignRows } from '../align-rows.ts';
import { printable } from '../printable.ts';
import type { SavingsReport, SavingsSum } from './sum-savings.ts';
import { type Money, toMoney } from './to-money.ts';

/** Width of the longest bar, in columns. */
const WIDEST = 30;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Max rows of tools and projects to show. `--json` and `--csv` have all. */
const MAX_ROWS = 12;

const count = new Intl.NumberFormat('en');

/**
 * Draws savings for a terminal: tokens that models did not have to read, their cost, and a bar for each day, tool and
 * project.
 */
export function drawSavings({ total, sessions, ...by }: SavingsReport, prices: readonly Price[]): string {
  const rows = [
    ['  without mcp-pruner', count.format(total.raw)],
    ['  shown instead', count.format(total.shown)],
    ['  fetched back', count.format(total.fetched), 'artifacts, and files read again'],
    [
      '  tool definitions',
      count.format(total.definitions),
      `of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
    ],
    ['  net', count.format(total.net), shareOf(total)],
    ['  in later requests', count.format(total.carried), 'not sent again, according to the sessions’ records'],
    ['  written to ask', count.format(total.written), 'by the model'],
  ];
  const widest = Math.max(...rows.map(([, number]) => number?.length ?? 0));
  const lines = alignRows(rows.map(([name = '', number = '', ...rest]) => [name, number.padStart(widest), ...rest]));
  const tables = [
    ...(prices.length > 0 ? [moneyTable(prices.map((price) => toMoney(total, price)))] : []),
    table('Day', by.byDay),
    table('Tool', by.byTool.slice(0, MAX_ROWS)),
    ...(by.byProject.length > 1 ? [table('Project', by.byProject.slice(0, MAX_ROWS))] : []),
  ];
  return [lines.join('\n'), ...tables].join('\n\n');
}

function moneyTable(moneys: readonly Money[]): string {
  const heads = ['Once', 'Later', 'Written', 'Net'];
  const cells = moneys.map(({ model, once, later, written, net }) => {
    return { name: `  ${printable(model)}`, numbers: [once, later, -written, net].map(dollars) };
  });
  return alignRows(rightAligned('US dollars', heads, cells)).join('\n');
}

/** Formats an amount with two decimals, or below ten cents with two significant digits. */
export function dollars(amount: number): string {
  const digits =
    Math.abs(amount) >= 0.1 || amount === 0 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(Math.abs(amount))));
  const text = Math.abs(amount).toFixed(digits);
  return amount < 0 && Number(text) !== 0 ? `-${text}` : text;
}

interface Cells {
  readonly name: string;
  readonly numbers: readonly string[];
  readonly bar?: string;
}

/** Formats rows of a table with right-aligned numbers. */
function rightAligned(title: string, heads: readonly string[], cells: readonly Cells[]): string[][] {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...cells.map(({ numbers }) => numbers[at]?.length ?? 0)),
  );
  const right = (texts: readonly string[]): string[] => texts.map((text, at) => text.padStart(widths[at] ?? 0));
  return [
    [title, ...right(heads)],
    ...cells.map(({ name, numbers, bar }) => [name, ...right(numbers), ...(bar === undefined ? [] : [bar])]),
  ];
}

function table(title: string, sums: readonly SavingsSum[]): string {
  const max = Math.max(1, ...sums.map(({ net }) => Math.abs(net)));
  const cells = sums.map((sum) => {
    const numbers = [sum.calls, sum.raw, sum.raw - netOf(sum), sum.net].map((number) => count.format(number));
    return { name: `  ${printable(sum.name)}`, numbers, bar: barOf(sum.net, max) };
  });
  return alignRows(rightAligned(title, ['Calls', 'Without', 'With', 'Net'], cells)).join('\n');
}

/** Draws a bar in proportion to the longest. A loss is hatched. */
export function barOf(value: number, max: number): string {
  const eighths = Math.round((Math.abs(value) / max) * WIDEST * 8);
  if (value < 0) return '░'.repeat(Math.max(1, Math.round(eighths / 8)));
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '');
}

function shareOf({ raw, net }: SavingsSum): string {
  if (raw === 0) return '';
  const share = Math.round((Math.abs(net) / raw) * 100);
  return net < 0 ? `${share} % more than without` : `${share} % spared`;
}
