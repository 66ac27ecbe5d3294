import { createMeasure } from '../../../../src/base/json/measure.ts';
import { utf8Bytes } from '../../../../src/base/json/utf8-bytes.ts';
import { type FittedKept, fitKept } from '../../../../src/fit/fit-kept.ts';
import { fitLines } from '../../../../src/fit/fit-lines.ts';
import { DEFAULT_LIMITS } from '../../../../src/fit/limits.ts';
import { type ContentBlock, FINAL_META, resultBytes, type ToolResult } from '../../../../src/mcp/tool-result.ts';
import { toSpans } from '../../../../src/prune-api/document-text.ts';
import type { Measured } from '../../../../src/prune-api/measured.ts';
import { cutToChars } from '../../../../src/text/cut-text.ts';
import { arrayCutMark } from '../../../../src/text/json-cut-mark.ts';
import type { KeptText } from '../../../../src/text/kept-text.ts';
import { whereabouts } from '../../../../src/text/notice.ts';
import { toSummary } from '../../../../src/text/summary.ts';

/** A text as sent, and its pruned form. */
export interface PrunedText {
  readonly raw: string;
  /** Number of its first line. */
  readonly firstLine: number;
  readonly measured: Measured;
}

/** Where the original text is stored, or why not. Undefined: the worker stores nothing, or nothing for this key. */
type KeptRaw = KeptText | undefined;

/** The text appears twice in a result, because clients show the model one or the other. */
const PLACES = 2;
const { maxBytes, maxArrayItems, maxStringLength } = DEFAULT_LIMITS;

const measure = createMeasure('plain');
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Returns the whole pruned text if it fits into the 10,240 bytes of a response; otherwise undefined. */
export function toWholeResult(pruned: PrunedText): ToolResult | undefined {
  const { text } = pruned.measured;
  if (text.length * PLACES > maxBytes) return undefined;
  const result = toResult(text, wholeFields(pruned));
  return resultBytes(result) <= maxBytes ? result : undefined;
}

/**
 * Returns as much of the pruned text as fits. Instructions for getting the rest appear before and after it, since hosts
 * cut the middle. The original is already stored, or the text says that it is not.
 */
export function toCutResult(pruned: PrunedText, kept: KeptRaw, countTokens: (text: string) => number) {
  const { measured } = pruned;
  const widest = writeCut(pruned, kept, { text: '', shownLines: measured.lineCount, tokensOut: measured.tokensIn });
  const bytes = Math.floor((maxBytes - resultBytes(widest)) / PLACES) + 2;
  const fitted = fitText(pruned, bytes);
  const tokensOut = countTokens(fitted.text);
  const whole = resultBytes(toResult('', wholeFields({ ...pruned, measured: { ...measured, text: '' } })));
  return {
    result: writeCut(pruned, kept, { ...fitted, tokensOut }),
    /** UTF-8 bytes of the result before it was cut. */
    before: whole + PLACES * (measure.string(measured.text) - 2),
  };
}

function fitText({ raw, firstLine, measured }: PrunedText, bytes: number): FittedKept {
  if (!measured.changed) return fitLines(raw, { bytes, firstLine });
  // Gaps with different line counts cannot be merged; theirs have no line numbers.
  return fitKept(raw, measured, { bytes, firstLine }) ?? fitLines(measured.text, { bytes, markers: 'plain' });
}

function writeCut(
  pruned: PrunedText,
  kept: KeptRaw,
  { text, shownLines, tokensOut }: FittedKept & { readonly tokensOut: number },
): ToolResult {
  const { raw, measured } = pruned;
  const shown = `${grouped(shownLines)} of ${grouped(measured.lineCount)} lines`;
  const notice = `Shown: ${shown}; ${whereItIs(kept, pruned.firstLine)}`;
  const stored = kept && 'artifact_ref' in kept ? kept : undefined;
  const fields = {
    summary: toSummary(`${shown} shown, ${grouped(measured.keptLines.length)} answer the question`),
    success: true,
    ...(stored && { artifactRef: stored.artifact_ref }),
    ...(kept && 'artifact_error' in kept && { artifactError: kept.artifact_error }),
    truncated: true,
    originalBytes: stored?.bytes ?? utf8Bytes(raw),
    hasMore: true,
    notice,
    text,
    changed: true,
    ...factsOf(measured),
    tokens_out: tokensOut,
    rest: stored ? `artifact ref=${stored.artifact_ref} (start_line and end_line fill a gap)` : 'not kept',
  };
  const end = /[\r\n]$/.test(text) ? '' : '\n';
  return toResult(`[${notice}]\n${text}${end}[${notice}]`, fields, stored ? [linkTo(stored)] : []);
}

function whereItIs(kept: KeptRaw, firstLine: number): string {
  const why =
    kept === undefined ? 'is not kept' : 'artifact_error' in kept ? `could not be kept (${kept.artifact_error})` : '';
  const otherwise = `the rest ${why}: ask a narrower question, or send the text in parts`;
  return kept === undefined ? otherwise : whereabouts(kept, { what: 'all of the text', firstLine, otherwise });
}

function linkTo({ artifact_ref: uri, bytes: size }: Extract<KeptText, { bytes: number }>): ContentBlock {
  return { type: 'resource_link', uri, name: 'all of the text', mimeType: 'text/plain; charset=utf-8', size };
}

function wholeFields({ measured, firstLine }: PrunedText): Readonly<Record<string, unknown>> {
  const { text, changed, lineCount, keptLines, tokensIn, tokensOut } = measured;
  const runs = toSpans(keptLines, firstLine - 1).map(({ startLine, endLine }) => [startLine, endLine]);
  const some = runs.slice(0, maxArrayItems);
  const lines = `${grouped(keptLines.length)} of ${grouped(lineCount)} lines`;
  const left = {
    hasMore: true,
    cut: { kept_lines: `${arrayCutMark([...some.keys()], runs.length)}; the markers in text show all` },
  };
  return {
    summary: toSummary(
      changed
        ? `Kept ${lines}, ${grouped(tokensOut)} of ${grouped(tokensIn)} tokens`
        : `All ${grouped(lineCount)} lines: nothing was pruned`,
    ),
    success: true,
    text,
    changed,
    kept_lines: some,
    kept_runs: runs.length,
    ...factsOf(measured),
    tokens_out: tokensOut,
    ...(runs.length > some.length && left),
  };
}

function factsOf(measured: Measured): Readonly<Record<string, unknown>> {
  const { lineCount, tokensIn, kind, engine, fallbackReason, refusal } = measured;
  return {
    total_lines: lineCount,
    tokens_in: tokensIn,
    kind,
    engine,
    fallback_reason: fallbackReason,
    note: refusal === null ? null : cutToChars(refusal, maxStringLength),
  };
}

function toResult(
  text: string,
  structuredContent: Readonly<Record<string, unknown>>,
  links: readonly ContentBlock[] = [],
): ToolResult {
  return { content: [{ type: 'text', text }, ...links], structuredContent, _meta: { [FINAL_META]: true } };
}
