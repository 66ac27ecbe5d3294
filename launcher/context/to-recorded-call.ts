import path from 'node:path';
import { LONGEST_SECRET, redactSecrets } from '../../src/artifacts/redact-secrets.ts';
import { cutToChars } from '../../src/shaping/cut-text.ts';
import { RESULT_META, type ToolResult } from '../../src/shaping/tool-result.ts';
import { shownText } from '../ledger/shown-text.ts';
import type { RecordedCall } from './record-call.ts';

/** UTF-16 units of a topic. */
const LONGEST_TOPIC = 120;
/** What stands for a secret takes at least so many. */
const SHORTEST_MARK = '[redacted:jwt]'.length;
/** Of a line, what is searched for secrets: one that is cut in two would not be found. More is never in a topic. */
const SEARCHED = Math.ceil(LONGEST_TOPIC / SHORTEST_MARK + 1) * LONGEST_SECRET;

/** What of a call is written down; undefined for one that failed. */
export function toRecordedCall(
  root: string,
  tool: string,
  given: unknown,
  { content, structuredContent, _meta, isError }: ToolResult,
): RecordedCall | undefined {
  if (isError === true) return undefined;
  const shown = shownText(content);
  const args = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { file_path: file, start_line: start, end_line: end } = args;
  if (tool !== 'read' || typeof file !== 'string') return { tool, shown, topic: topicOf(tool, args) };
  // With a question it is an answer to that, which no other read takes the place of.
  if (args['context_focus_question'] !== undefined) return { tool, shown, topic: topicOf(tool, args) };
  const name = path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  const about = (structuredContent ?? _meta?.[RESULT_META] ?? {}) as { readonly [field: string]: unknown };
  const cut = about['truncated'] === true || about['shaped'] !== undefined;
  return { tool, shown, file: name, ...lines, cut };
}

/** What was asked for, in a line: what a run of a command or a search is known by. */
function topicOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  const { command, pattern, path: place, file_path: file, context_focus_question: question } = args;
  const said = tool === 'bash' ? [command] : tool === 'grep' ? ['grep', pattern, place] : [tool, file];
  const line = [...said, question].filter((word) => typeof word === 'string').join(' ');
  const searched = line.replaceAll(/\s+/g, ' ').trim().slice(0, SEARCHED);
  return cutToChars(redactSecrets(searched), LONGEST_TOPIC);
}
