import type { CountLine } from '../../../../launcher/savings/session-cost.ts';
import type { PruneDetails, PruneRequest, Pruner, TextKind } from '../../../../src/engine/pruner.ts';
import { readMarker } from '../../../../src/text/gap-marker.ts';
import type { OpenCase } from '../cases/session-case.ts';
import { type CostedLines, costLines } from './cost-lines.ts';
import type { Point } from './judgement.ts';
import { keptLines } from './kept-lines.ts';

export const SHOWN = 1;
export const REFERRED = 2;

/** Lines of a text that the pruner kept, and the tokens that are shown. */
export interface EngineAnswer {
  /** One byte per line: `SHOWN`, `REFERRED` if the line is named as one that was shown before, or 0. */
  readonly kept: Uint8Array;
  /** Number of calls in the session when lines that were shown before left the context. Default: they stay. */
  clearedAt?: number | undefined;
  /** Definitions and headings that gap markers name: their lines as 0-based positions in the text, `to` exclusive. */
  readonly named: readonly NamedLines[];
  /** Tokens shown: lines, markers, and text that the product adds to a pruned result. */
  readonly tokens: number;
  readonly kind: TextKind | 'unknown';
  /** Share of the needed lines that the engine expects to show; undefined if it cannot tell, or shows everything. */
  readonly expectedRecall?: number | undefined;
}

export interface NamedLines {
  /** Name of the definition, or text of the heading. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface AskOptions {
  readonly pruner: Pruner;
  readonly count: CountLine;
  readonly point: Point;
  /** Tokens that the product adds to a pruned text, such as the note that says where the original is. */
  readonly overheadTokens: number;
  readonly signal: AbortSignal;
}

/** Asks the pruner a case's question as the product would. Rejects if the pruner fails. */
export async function askEngine(of: OpenCase, costed: CostedLines, options: AskOptions): Promise<EngineAnswer> {
  const { pruner, count, point, overheadTokens, signal } = options;
  const { text, path, firstLine, context } = of;
  const automatic = point === 'more' || point === 'default' ? 'balanced' : undefined;
  const request: PruneRequest = {
    ...{ text, path, firstLine, context, automatic, overheadTokens, markers: 'ranges' },
    question: automatic === undefined ? of.question : '',
    targetRatio: typeof point === 'number' ? point : undefined,
  };
  const pruned = await pruner.prune(request, { signal });
  if (!pruned.ok) throw new Error(`the pruner failed: ${pruned.message}`);
  if (pruned.text === text) return wholeAnswer(costed, pruned.details?.kind);
  return shownAnswer(text, pruned, { costed, count, overheadTokens, firstLine });
}

export function wholeAnswer({ lines, total }: CostedLines, kind: EngineAnswer['kind'] = 'unknown'): EngineAnswer {
  return { kept: new Uint8Array(lines.count).fill(SHOWN), named: [], tokens: total, kind };
}

interface Counting extends Pick<AskOptions, 'count' | 'overheadTokens'> {
  /** Lines of the original text. */
  readonly costed: CostedLines;
  /** Number of the text's first line in its own file. Default 1. */
  readonly firstLine?: number | undefined;
}

/**
 * Counts the tokens of a pruned text. A pruner over HTTP gives no details, so the lines that it kept are found by
 * comparing the texts.
 */
export function shownAnswer(
  text: string,
  shown: { readonly text: string; readonly details?: PruneDetails | undefined },
  { costed, count, overheadTokens, firstLine = 1 }: Counting,
): EngineAnswer {
  const { details } = shown;
  const kept = new Uint8Array(costed.lines.count);
  for (const line of details?.keptLines ?? keptLines(text, shown.text)) if (line <= kept.length) kept[line - 1] = SHOWN;
  for (const { first, last } of details?.knownLines ?? []) kept.fill(REFERRED, first - 1, last);
  const tokens = costLines(shown.text, count).total + overheadTokens;
  return {
    kept,
    named: namedIn(shown.text, firstLine),
    tokens,
    kind: details?.kind ?? 'unknown',
    expectedRecall: details?.expectedRecall,
  };
}

function namedIn(shown: string, firstLine: number): readonly NamedLines[] {
  return shown.split('\n').flatMap((line) => {
    const marker = readMarker(line);
    const outline = marker?.kind === 'filtered' ? marker.outline : [];
    return outline.map(({ name, first, last }) => ({ name, from: first - firstLine, to: last - firstLine + 1 }));
  });
}
