import { describeBase64 } from '../../text/base64.ts';
import type { KeptText } from '../../text/kept-text.ts';
import { notice, whereabouts } from '../../text/notice.ts';
import type { AnyToolResult } from './any-tool-result.ts';

/** A data URL of some length in base64 (RFC 2397), which tells a reader nothing but its type and size. */
const DATA_URL = /data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/_-]{500,}={0,2}/g;

/**
 * Shows data URLs in the texts of a result as their type and size. Each text is stored first, and an extra block names its
 * artifact. A text that could not be stored stays as it is.
 */
export async function withoutDataUrls(
  result: AnyToolResult,
  keep: (text: string) => Promise<KeptText>,
): Promise<AnyToolResult> {
  const notices: object[] = [];
  const content: AnyToolResult['content'][number][] = [];
  for (const block of result.content) {
    const { type, text } = block as { readonly type?: unknown; readonly text?: unknown };
    const shown = type === 'text' && typeof text === 'string' ? text.replaceAll(DATA_URL, inWords) : text;
    const kept = shown === text ? undefined : await keep(text as string);
    if (kept === undefined || 'artifact_error' in kept) content.push(block);
    else {
      content.push({ ...block, text: shown });
      const where = whereabouts(kept, { what: 'the text with them' });
      notices.push({ type: 'text', text: notice('data URLs are shown as type and size', where) });
    }
  }
  return notices.length === 0 ? result : ({ ...result, content: [...content, ...notices] } as AnyToolResult);
}

const inWords = (url: string): string => `[${describeBase64(url) ?? `data URL of ${url.length} characters`}]`;
