import path from 'node:path';
import { LONGEST_SECRET, redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { shownText } from '../../../src/mcp/shown-text.ts';
import { RESULT_META, type ToolResult } from '../../../src/mcp/tool-result.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import type { RecordedCall } from './record-call.ts';

/** Max UTF-16 units of a topic. */
const LONGEST_TOPIC = 120;
/** Min length of the text that replaces a secret. */
const SHORTEST_MARK = '[redacted:jwt]'.length;
/** Max UTF-16 units of a line to search for secrets. Large enough that no partial secret remains in a topic. */
const SEARCHED = Math.ceil(LONGEST_TOPIC / SHORTEST_MARK + 1) * LONGEST_SECRET;

/** Returns the data to record of a call; undefined for a failed one. Files are relative to the root. */
export function toRecordedCall(
  { root, folder }: { readonly root: string; readonly folder: string },
  tool: string,
  given: unknown,
  { content, structuredContent, _meta, isError }: ToolResult,
): RecordedCall | undefined {
  if (isError === true) return undefined;
  const shown = shownText(content);
  const args = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { file_path: file, start_line: start, end_line: end } = args;
  if (tool !== 'read' || typeof file !== 'string') return { tool, shown, topic: topicOf(tool, args) };
  // With a question, the result is an answer to it, which another read cannot supersede.
  if (args['context_focus_question'] !== undefined) return { tool, shown, topic: topicOf(tool, args) };
  const name = path.relative(root, path.resolve(folder, file)).split(path.sep).join('/');
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  const about = (structuredContent ?? _meta?.[RESULT_META] ?? {}) as { readonly [field: string]: unknown };
  const cut = about['truncated'] === true || about['shaped'] !== undefined;
  return { tool, shown, file: name, ...lines, cut };
}

/** Returns the subject of a call in one line. It identifies runs of a command or a search. */
function topicOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  const { command, pattern, path: place, file_path: file, context_focus_question: question } = args;
  const said = tool === 'bash' ? [command] : tool === 'grep' ? ['grep', pattern, place] : [tool, file];
  const line = [...said, question].filter((word) => typeof word === 'string').join(' ');
  const searched = line.replaceAll(/\s+/g, ' ').trim().slice(0, SEARCHED);
  return cutToChars(redactSecrets(searched), LONGEST_TOPIC);
}
