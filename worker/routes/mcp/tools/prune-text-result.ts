import type { ArtifactErrorCode } from '../../../../src/artifacts/artifact-error.ts';
import type { ArtifactInfo } from '../../../../src/artifacts/artifact-store.ts';
import { createMeasure } from '../../../../src/base/json/measure.ts';
import { utf8Bytes } from '../../../../src/base/json/utf8-bytes.ts';
import { fitKept } from '../../../../src/fit/fit-kept.ts';
import { fitLines } from '../../../../src/fit/fit-lines.ts';
import { DEFAULT_LIMITS } from '../../../../src/fit/limits.ts';
import { type ContentBlock, FINAL_META, resultBytes, type ToolResult } from '../../../../src/mcp/tool-result.ts';
import { toSpans } from '../../../../src/prune-api/document-text.ts';
import type { Measured } from '../../../../src/prune-api/measured.ts';
import { cutToChars } from '../../../../src/text/cut-text.ts';
import { cutMark } from '../../../../src/text/json-cut-mark.ts';
import { whereabouts } from '../../../../src/text/notice.ts';
import { toSummary } from '../../../../src/text/summary.ts';

/** A text as sent, and its pruned form. */
export interface PrunedText {
  readonly raw: string;
  /** Number of its first line. */
  readonly firstLine: number;
  readonly measured: Measured;
}

/** Storage place of the original text, or why it is not stored. */
export type KeptRaw =
  | { readonly kind: 'kept'; readonly info: ArtifactInfo }
  | { readonly kind: 'failed'; readonly code: ArtifactErrorCode }
  /** The worker stores nothing, or nothing for this key. */
  | { readonly kind: 'nowhere' };

export interface CutResult {
  readonly result: ToolResult;
  /** UTF-8 bytes of the result before it was cut. */
  readonly before: number;
}

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
 * Returns as much of the pruned text as fits. Instructions for getting the rest stand before and after it, since hosts
 * cut the middle. The original is already stored, or the text says that it is not.
 */
export function toCutResult(pruned: PrunedText, kept: KeptRaw, countTokens: (text: string) => number): CutResult {
  const { measured } = pruned;
  const widest = writeCut(pruned, kept, { text: '', shownLines: measured.lineCount, tokensOut: measured.tokensIn });
  const bytes = Math.floor((maxBytes - resultBytes(widest)) / PLACES) + 2;
  const fitted = fitText(pruned, bytes);
  const tokensOut = countTokens(fitted.text);
  const whole = resultBytes(toResult('', wholeFields({ ...pruned, measured: { ...measured, text: '' } })));
  return {
    result: writeCut(pruned, kept, { ...fitted, tokensOut }),
    before: whole + PLACES * (measure.string(measured.text) - 2),
  };
}

interface Fitted {
  readonly text: string;
  readonly shownLines: number;
}

function fitText({ raw, firstLine, measured }: PrunedText, bytes: number): Fitted {
  if (!measured.changed) return fitLines(raw, { bytes, firstLine });
  // Gaps with different line counts cannot be merged; theirs have no line numbers.
  return fitKept(raw, measured, { bytes, firstLine }) ?? fitLines(measured.text, { bytes, markers: 'plain' });
}

interface Cut extends Fitted {
  readonly tokensOut: number;
}

function writeCut(pruned: PrunedText, kept: KeptRaw, { text, shownLines, tokensOut }: Cut): ToolResult {
  const { raw, measured } = pruned;
  const shown = `${grouped(shownLines)} of ${grouped(measured.lineCount)} lines`;
  const notice = `Shown: ${shown}; ${whereItIs(kept, pruned.firstLine)}`;
  const ref = kept.kind === 'kept' ? { artifactRef: kept.info.ref } : {};
  const fields = {
    summary: toSummary(`${shown} shown, ${grouped(measured.keptLines.length)} answer the question`),
    success: true,
    ...ref,
    ...(kept.kind === 'failed' && { artifactError: kept.code }),
    truncated: true,
    originalBytes: kept.kind === 'kept' ? kept.info.bytes : utf8Bytes(raw),
    hasMore: true,
    notice,
    text,
    changed: true,
    ...factsOf(measured),
    tokens_out: tokensOut,
    rest: kept.kind === 'kept' ? `artifact ref=${kept.info.ref} (start_line and end_line fill a gap)` : 'not kept',
  };
  const end = /[\r\n]$/.test(text) ? '' : '\n';
  const link: ContentBlock[] = kept.kind === 'kept' ? [linkTo(kept.info)] : [];
  return toResult(`[${notice}]\n${text}${end}[${notice}]`, fields, link);
}

function whereItIs(kept: KeptRaw, firstLine: number): string {
  if (kept.kind === 'kept') {
    const { ref, bytes } = kept.info;
    return whereabouts({ artifact_ref: ref, bytes }, { what: 'all of the text', firstLine });
  }
  const why = kept.kind === 'failed' ? `could not be kept (${kept.code})` : 'is not kept';
  return `the rest ${why}: ask more narrowly, or send the text in parts`;
}

function linkTo({ ref, mimeType, bytes }: ArtifactInfo): ContentBlock {
  return { type: 'resource_link', uri: ref, name: 'all of the text', mimeType, size: bytes };
}

function wholeFields({ measured, firstLine }: PrunedText): Readonly<Record<string, unknown>> {
  const { text, changed, lineCount, keptLines, tokensIn, tokensOut } = measured;
  const runs = toSpans(keptLines, firstLine - 1).map(({ startLine, endLine }) => [startLine, endLine]);
  const some = runs.slice(0, maxArrayItems);
  const lines = `${grouped(keptLines.length)} of ${grouped(lineCount)} lines`;
  const left = {
    hasMore: true,
    cut: { kept_lines: `${cutMark([...some.keys()], runs.length)}; the markers in text name all` },
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
