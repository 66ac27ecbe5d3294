import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { resultBytes } from '../../src/mcp/tool-result.ts';
import { textOf } from '../core/fit/invariants-of.ts';
import { find, type OriginalResult, readRecorded, shape } from '../fit/recorded-results.ts';

interface Row {
  readonly server: string;
  results: number;
  bytesBefore: number;
  bytesAfter: number;
  largest: number;
  tokensBefore: number;
  tokensAfter: number;
  shown: number;
  oneCall: number;
  lost: number;
}

const zero = (server: string): Row => ({
  server,
  results: 0,
  bytesBefore: 0,
  bytesAfter: 0,
  largest: 0,
  tokensBefore: 0,
  tokensAfter: 0,
  shown: 0,
  oneCall: 0,
  lost: 0,
});

/**
 * Returns what a model sees of a result: the structured content if there is any, otherwise the texts. Images are
 * counted separately.
 */
function modelText({ content, structuredContent }: OriginalResult): string {
  if (structuredContent !== undefined) return JSON.stringify(structuredContent);
  return content.map((block) => (block.type === 'image' ? '' : (block.text ?? JSON.stringify(block)))).join('\n');
}

/** `node test/bench/shaped-results.ts`: shapes the recorded results of real servers and prints a line per server. */
async function report(): Promise<readonly Row[]> {
  const countTokens = await loadO200k();
  const rows = new Map<string, Row>();
  const all = zero('all');
  for (const recorded of readRecorded()) {
    const row = rows.get(recorded.server) ?? zero(recorded.server);
    rows.set(recorded.server, row);
    const shaped = await shape(recorded);
    const bytes = resultBytes(shaped.shaped);
    const ways = await Promise.all(recorded.facts.map((fact) => find(fact, shaped)));
    const before = countTokens(modelText(recorded.result));
    const after = countTokens(textOf(shaped.shaped));
    for (const sum of [row, all]) {
      sum.results++;
      sum.bytesBefore += resultBytes(recorded.result as Parameters<typeof resultBytes>[0]);
      sum.bytesAfter += bytes;
      sum.largest = Math.max(sum.largest, bytes);
      sum.tokensBefore += before;
      sum.tokensAfter += after;
      sum.shown += ways.filter((way) => way === 'shown').length;
      sum.oneCall += ways.filter((way) => way === 'pattern' || way === 'path').length;
      sum.lost += ways.filter((way) => way === undefined).length;
    }
  }
  return [...rows.values(), all];
}

function toLines(rows: readonly Row[]): string {
  const columns = ['server', 'results', 'bytes before', 'after', 'average', 'largest', 'tokens before', 'after'];
  const cells = rows.map((row) => [
    row.server,
    row.results,
    row.bytesBefore,
    row.bytesAfter,
    Math.round(row.bytesAfter / row.results),
    row.largest,
    row.tokensBefore,
    row.tokensAfter,
    row.shown,
    row.oneCall,
    row.lost,
  ]);
  const all = [[...columns, 'facts shown', 'one call away', 'lost'], ...cells].map((line) => line.map(String));
  const widths = (all[0] ?? []).map((_, i) => Math.max(...all.map((line) => (line[i] as string).length)));
  return all
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

if (import.meta.main) console.log(toLines(await report()));
