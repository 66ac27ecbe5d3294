import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { HostResult } from '../host-hooks.ts';

type ToResult = (content: string, args: Fields) => HostResult | undefined;

/** Parsers for results of Gemini CLI's own tools, in the shapes of 0.61. */
const RESULTS: Readonly<Record<string, ToResult>> = {
  read_file: toRead,
  run_shell_command: toCommand,
  grep_search: (content) => between('', content, ''),
  web_fetch: (content) => between('', content, ''),
};

/** Parses a tool's result; undefined for an unknown tool or shape, and for a failed call. */
export function toGeminiResult(tool: string, response: Fields, args: unknown): HostResult | undefined {
  const { llmContent: content, error } = response;
  // A value that JSON cannot represent arrives as null.
  const isFailed = error !== undefined && error !== null;
  if (!Object.hasOwn(RESULTS, tool) || typeof content !== 'string' || isFailed) return undefined;
  return RESULTS[tool]?.(content, isFields(args) ? args : {});
}

/** Makes a text shortenable between a head and a tail that stay unchanged. */
function between(head: string, text: string, tail: string): HostResult {
  return { text, withText: (shown) => ({ text: head + shown + tail }) };
}

const PART =
  /^\nIMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-\d+ of \d+ total lines\.\n.*\n\n--- FILE CONTENT \(truncated\) ---\n/;
/** Heading above the instructions of the file's folder, which the host adds. */
const INSTRUCTIONS = '\n\n--- Newly Discovered Project Context ---\n';

/** Parses a file's content, which has no line numbers. Gap markers state the numbers of omitted lines. */
function toRead(content: string, { file_path: path }: Fields): HostResult | undefined {
  if (typeof path !== 'string') return undefined;
  const [head = '', first = '1'] = PART.exec(content) ?? [];
  const added = content.indexOf(INSTRUCTIONS);
  const end = added === -1 ? content.length : added;
  const result = between(head, content.slice(head.length, end), content.slice(end));
  return { ...result, path, firstLine: Number(first) };
}

const OPEN = '<untrusted_context>\nOutput: ';
const CLOSE = '\n</untrusted_context>';
/** Matches lines that the host adds below an output. */
const FACT = /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): /;

/**
 * Parses a command's output. Facts below it, such as the exit code, stay. Output of a background command has
 * another format.
 */
function toCommand(content: string): HostResult | undefined {
  if (!content.startsWith(OPEN) || !content.endsWith(CLOSE)) return undefined;
  const lines = content.slice(OPEN.length, -CLOSE.length).split('\n');
  const last = lines.findLastIndex((line) => !FACT.test(line));
  const facts = lines.slice(last + 1).map((line) => `\n${line}`);
  return between(OPEN, lines.slice(0, last + 1).join('\n'), facts.join('') + CLOSE);
}
