import type { PruneRequest, Pruner, TextKind } from '../../../../src/pruning/pruner.ts';
import { marker } from '../../../../src/pruning/render.ts';
import { keptLines } from '../../history/kept-lines.ts';
import type { SessionCase } from '../cases/session-case.ts';
import type { CostedLines, CountLine } from './cost-lines.ts';
import type { Point } from './judgement.ts';

/** Lines that the pruner kept of a text, and their tokens. */
export interface EngineAnswer {
  /** A byte a line. */
  readonly kept: Uint8Array;
  /** Tokens shown: lines, markers, and what the product adds to a text that is not whole. */
  readonly tokens: number;
  readonly kind: TextKind | 'unknown';
  /** The share of the needed lines that the engine expects to show; undefined if it cannot tell, or shows all. */
  readonly expectedRecall?: number | undefined;
}

export interface AskOptions {
  readonly pruner: Pruner;
  readonly count: CountLine;
  readonly point: Point;
  /** Tokens that the product adds to a text that is not whole, such as the note where all of it is. */
  readonly overheadTokens: number;
  readonly signal: AbortSignal;
}

/** Asks the pruner a case's question as the product would. Rejects if the pruner fails. */
export async function askEngine(of: SessionCase, costed: CostedLines, options: AskOptions): Promise<EngineAnswer> {
  const { pruner, count, point, overheadTokens, signal } = options;
  const { text, path, firstLine, context } = of;
  const automatic = point === 'careful' || point === 'balanced' ? point : undefined;
  const request: PruneRequest = {
    ...{ text, path, firstLine, context, automatic, overheadTokens, markers: 'ranges' },
    question: automatic === undefined ? of.question : '',
    targetRatio: typeof point === 'number' ? point : undefined,
  };
  const pruned = await pruner.prune(request, { signal });
  if (!pruned.ok) throw new Error(`the pruner failed: ${pruned.message}`);
  const { details } = pruned;
  const kept = new Uint8Array(costed.lines.count);
  const kind = details?.kind ?? 'unknown';
  if (pruned.text === text) return { kept: kept.fill(1), tokens: costed.total, kind };
  if (details === undefined) {
    for (const line of keptLines(text, pruned.text)) if (line <= kept.length) kept[line - 1] = 1;
    const shown = pruned.text.split('\n').reduce((sum, line) => sum + count(line, 0, line.length), 0);
    return { kept, tokens: shown + overheadTokens, kind };
  }
  for (const line of details.keptLines) kept[line - 1] = 1;
  const tokens = shownTokens(costed, kept, firstLine, count) + overheadTokens;
  return { kept, tokens, kind, expectedRecall: details.expectedRecall };
}

/** Counts the kept lines, and a marker for every gap between them. */
function shownTokens({ costs }: CostedLines, kept: Uint8Array, firstLine: number, count: CountLine): number {
  let tokens = 0;
  for (let i = 0; i < kept.length; ) {
    const from = i;
    if (kept[i] === 1) {
      tokens += costs[i++] as number;
      continue;
    }
    while (i < kept.length && kept[i] === 0) i++;
    const shown = marker(from, i - 1, 'ranges', firstLine);
    tokens += count(shown, 0, shown.length);
  }
  return tokens;
}
