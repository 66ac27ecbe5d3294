import type { ArtifactInfo } from '../../artifacts/artifact-store.ts';
import { FINAL_META, RESULT_META, resultBytes, type ToolResult } from '../../mcp/tool-result.ts';
import { cutToChars } from '../../text/cut-text.ts';
import { SUMMARY_CHARS, toSummary } from '../../text/summary.ts';
import type { ArtifactToolErrorCode } from './artifact-tool-error.ts';
import { toPageCursor } from './page-cursor.ts';
import type { Excerpt, Reading } from './reading.ts';

/** Properties shared by all pages of one artifact. */
export interface PageFrame {
  readonly info: Pick<ArtifactInfo, 'ref' | 'bytes'>;
  /** Client's name for the tool. */
  readonly toolName: string;
  /** Max UTF-8 bytes of a whole result as JSON. */
  readonly maxBytes: number;
  /** False: only the text is sent, and everything else moves to `_meta`. */
  readonly structured: boolean;
}

/** Formats a page as a result. Its text is the content, plus a last line that says how to continue. */
export function toPageResult({ info, toolName, structured }: PageFrame, reading: Reading, shown: Excerpt): ToolResult {
  const { summary, content, encoding, startLine, endLine, next } = shown;
  const { notice } = reading;
  const numbered = reading.kind !== 'q' && startLine !== undefined;
  const nextCursor = next === undefined ? undefined : toPageCursor(info.ref, { ...reading, from: next });
  const hints = [
    ...(encoding === 'base64' ? [`[${summary}]`] : []),
    ...(notice === undefined ? [] : [`[${notice}]`]),
    ...(nextCursor === undefined
      ? []
      : [
          `[${next?.inside === true ? 'More of this line' : 'More'}: ${toolName} with this ref and cursor "${nextCursor}"]`,
        ]),
  ];
  const text = content === '' ? summary : content;
  const facts = {
    encoding,
    ...(numbered && { start_line: startLine, end_line: endLine }),
    total_bytes: info.bytes,
    hasMore: nextCursor !== undefined,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(notice !== undefined && { notice }),
  };
  const named = { summary, success: true, ref: info.ref };
  return {
    content: [{ type: 'text', text: withHints(text, hints) }],
    ...(structured && { structuredContent: { ...named, content, ...facts } }),
    _meta: { [FINAL_META]: true, ...(!structured && { [RESULT_META]: { ...named, ...facts } }) },
  };
}

function withHints(text: string, hints: readonly string[]): string {
  if (hints.length === 0) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${hints.join('\n')}`;
}

/** Bytes of JSON available for a page's content, in each place it appears in: the text and the structured content. */
export function roomForContent(frame: PageFrame, reading: Reading): number {
  const max = Math.max(frame.info.bytes, reading.source.bytes) + 1;
  const widest: Excerpt = {
    summary: 'x'.repeat(SUMMARY_CHARS),
    content: 'x',
    encoding: 'base64',
    startLine: max,
    endLine: max,
    next: { offset: max, line: max, inside: true },
  };
  const places = frame.structured ? 2 : 1;
  return Math.floor((frame.maxBytes - resultBytes(toPageResult(frame, reading, widest))) / places) + 1;
}

/** Formats a failure as a final result, since a retry would not help. */
export function toErrorResult(
  code: ArtifactToolErrorCode,
  message: string,
  { maxBytes, structured }: Pick<PageFrame, 'maxBytes' | 'structured'>,
): ToolResult {
  for (let chars = message.length; ; chars = (chars * 3) >> 2) {
    const told = cutToChars(message, chars);
    const facts = { summary: toSummary(told), success: false, code, message: told };
    const result: ToolResult = {
      content: [{ type: 'text', text: told }],
      ...(structured && { structuredContent: facts }),
      isError: true,
      _meta: { [FINAL_META]: true, ...(!structured && { [RESULT_META]: facts }) },
    };
    if (resultBytes(result) <= maxBytes || chars < 8) return result;
  }
}
