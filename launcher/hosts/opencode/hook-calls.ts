import { readMarker } from '../../../src/text/gap-marker.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import { createOpencodeReader } from '../../../src/transcripts/formats/opencode.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';
import type { HookCall, HostHooks, ReportReader } from '../host-hooks.ts';
import { partKey } from './part-key.ts';

type ToResult = (output: string, metadata: Fields) => HostResult | undefined;

const plain = (text: string): HostResult => ({ text, withText: (output) => ({ output }) });

/** Parsers for results of opencode's own tools, in the shapes of 1.18. */
const RESULTS: Readonly<Record<string, ToResult>> = { read: toRead, bash: toCommand, grep: plain, webfetch: plain };

/** Parses a tool's result; undefined for an unknown tool or shape. */
export function toOpencodeResult(tool: string, output: string, metadata: Fields): HostResult | undefined {
  return Object.hasOwn(RESULTS, tool) ? RESULTS[tool]?.(output, metadata) : undefined;
}

/** The tag and the first line are on one line in older versions. */
const HEAD = /^<path>(.+)<\/path>\n<type>file<\/type>\n<content>\n?(?=(\d+): )/;

/**
 * Parses a file. Each line is numbered, and a text below the lines says how the file continues. Any text that the host
 * adds after that, such as a folder's instructions, stays.
 */
function toRead(output: string): HostResult | undefined {
  const [head, path = '', first = ''] = HEAD.exec(output) ?? [];
  if (head === undefined) return undefined;
  const firstLine = Number(first);
  const lines = output.slice(head.length).split('\n');
  const own: string[] = [];
  for (const line of lines) {
    const number = `${firstLine + own.length}: `;
    if (!line.startsWith(number)) break;
    own.push(line.slice(number.length));
  }
  const rest = lines.slice(own.length);
  // Otherwise a line of the file was mistaken for the text below the lines.
  if (rest[0] !== '' || !rest[1]?.startsWith('(') || rest[2] !== '</content>') return undefined;
  return {
    ...{ text: own.join('\n'), path, firstLine },
    withText(text, _, keptLines) {
      const numbered = withNumbers(text, keptLines, firstLine);
      return numbered === undefined ? undefined : { output: [`${head}${numbered}`, ...rest].join('\n') };
    },
  };
}

/** Adds line numbers to the kept lines. Markers and the notice get none. Undefined if the lines do not match. */
function withNumbers(text: string, keptLines: readonly number[], firstLine: number): string | undefined {
  let shown = 0;
  const lines = text.split('\n').map((line) => {
    const kept = keptLines[shown];
    if (kept === undefined || readMarker(line) !== undefined) return line;
    shown++;
    return `${firstLine + kept - 1}: ${line}`;
  });
  return shown === keptLines.length ? lines.join('\n') : undefined;
}

const CUT = /^\.\.\.output truncated\.\.\.\n\nFull output saved to: (.+)\n\n/;

/**
 * Parses a command's output. Above 2,000 lines or 50 KB, opencode shows only its end and stores the full output in a
 * file.
 */
function toCommand(output: string, { truncated }: Fields): HostResult | undefined {
  // The command timed out or was aborted.
  if (output.includes('_metadata>')) return undefined;
  if (truncated !== true) return plain(output);
  const [head, wholeIn] = CUT.exec(output) ?? [];
  if (head === undefined) return undefined;
  return { ...plain(output.slice(head.length)), ...{ wholeIn, part: 'end', preview: output } };
}

export const createHooks = (): HostHooks => ({ toCall: toOpencodeCall, createReportReader });

/** Parses a call sent by our plugin, see `plugin.ts`. Undefined for anything else. */
function toOpencodeCall(input: Fields): HookCall | undefined {
  const { session: id, call, tool, args, output, metadata, messages } = input;
  if (typeof id !== 'string' || typeof call !== 'string' || typeof tool !== 'string') return undefined;
  return {
    ...{ id: call, tool, args: isFields(args) ? (args as Arguments) : {} },
    transcript: { id, messages: Array.isArray(messages) ? messages : [] },
    result: typeof output === 'string' ? toOpencodeResult(tool, output, isFields(metadata) ? metadata : {}) : undefined,
    toAnswer: (result) => (typeof result === 'string' ? { output: result } : result),
  };
}

/** Reads messages whose parts are new or complete since the last time. Repeated parts are ignored. */
function createReportReader(): ReportReader {
  const reader = createOpencodeReader();
  const called = new Set<string>();
  const reported = new Set<string>();
  const isNew = (part: unknown): boolean => {
    const key = isFields(part) ? partKey(part) : undefined;
    if (key === undefined || reported.has(key)) return false;
    reported.add(key);
    return true;
  };
  return {
    read: (messages) =>
      messages
        .filter(isFields)
        .map((one) => ({ ...one, parts: Array.isArray(one['parts']) ? one['parts'].filter(isNew) : [] }))
        .flatMap((message) => [...reader.read(message)])
        // A call is reported while it runs, and again with its result.
        .filter((event) => event.kind !== 'called' || (!called.has(event.call) && called.add(event.call))),
  };
}
