import { cutToChars } from '../../shaping/cut-text.ts';
import { SUMMARY_CHARS, toSummary } from '../../shaping/summary.ts';
import { FINAL_META, resultBytes, type ToolResult } from '../../shaping/tool-result.ts';
import type { ArtifactInfo } from '../artifact-store.ts';
import type { ArtifactToolErrorCode } from './artifact-tool-error.ts';
import { PLACES } from './json-bytes.ts';
import { toPageCursor } from './page-cursor.ts';
import type { Reading, Shown } from './reading.ts';

/** What pages of one artifact have in common. */
export interface PageFrame {
  readonly info: Pick<ArtifactInfo, 'ref' | 'bytes'>;
  /** The tool's name, as the client knows it. */
  readonly toolName: string;
  /** UTF-8 bytes of a whole result as JSON. */
  readonly maxBytes: number;
}

/** A page as a result. The text is its content, with a last line that tells how to go on. */
export function toPageResult({ info, toolName }: PageFrame, reading: Reading, shown: Shown): ToolResult {
  const { summary, content, encoding, startLine, endLine, next } = shown;
  const { notice } = reading;
  const numbered = reading.kind !== 'q' && startLine !== undefined;
  const nextCursor = next === undefined ? undefined : toPageCursor(info.ref, { ...reading, from: next });
  const hints = [
    ...(notice === undefined ? [] : [`[${notice}]`]),
    ...(nextCursor === undefined ? [] : [`[More: ${toolName} with this ref and cursor "${nextCursor}"]`]),
  ];
  const text = content === '' ? summary : content;
  return {
    content: [{ type: 'text', text: withHints(text, hints) }],
    structuredContent: {
      summary,
      success: true,
      ref: info.ref,
      content,
      encoding,
      ...(numbered && { start_line: startLine, end_line: endLine }),
      total_bytes: info.bytes,
      hasMore: nextCursor !== undefined,
      ...(nextCursor !== undefined && { nextCursor }),
      ...(notice !== undefined && { notice }),
    },
    _meta: { [FINAL_META]: true },
  };
}

function withHints(text: string, hints: readonly string[]): string {
  if (hints.length === 0) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${hints.join('\n')}`;
}

/** Bytes of JSON that a page's content may take, in both its places together. */
export function roomForContent(frame: PageFrame, reading: Reading): number {
  const most = Math.max(frame.info.bytes, reading.source.bytes) + 1;
  const widest: Shown = {
    summary: 'x'.repeat(SUMMARY_CHARS),
    content: 'x',
    encoding: 'base64',
    startLine: most,
    endLine: most,
    next: { offset: most, line: most, inside: true },
  };
  return frame.maxBytes - resultBytes(toPageResult(frame, reading, widest)) + PLACES;
}

/** A failure as a result: final, since asking again would not help. */
export function toErrorResult(code: ArtifactToolErrorCode, message: string, maxBytes: number): ToolResult {
  for (let chars = message.length; ; chars = (chars * 3) >> 2) {
    const told = cutToChars(message, chars);
    const result: ToolResult = {
      content: [{ type: 'text', text: told }],
      structuredContent: { summary: toSummary(told), success: false, code, message: told },
      isError: true,
      _meta: { [FINAL_META]: true },
    };
    if (resultBytes(result) <= maxBytes || chars < 8) return result;
  }
}
