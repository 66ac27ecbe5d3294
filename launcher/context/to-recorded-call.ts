import path from 'node:path';
import { shownText } from '../ledger/shown-text.ts';
import type { CallToolResult } from '../server/tool-result.ts';
import type { RecordedCall } from './record-call.ts';

/** What of a call is written down; undefined for one that failed. */
export function toRecordedCall(
  root: string,
  tool: string,
  given: unknown,
  { content, isError }: CallToolResult,
): RecordedCall | undefined {
  if (isError === true) return undefined;
  const shown = shownText(content);
  const args = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { file_path: file, start_line: start, end_line: end } = args;
  if (tool !== 'read' || typeof file !== 'string') return { tool, shown };
  // With a question it is an answer to that, which no other read takes the place of.
  if (args['context_focus_question'] !== undefined) return { tool, shown };
  const name = path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  return { tool, shown, file: name, ...lines };
}
