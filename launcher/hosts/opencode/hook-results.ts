import { readMarker } from '../../../src/text/gap-marker.ts';
import type { Fields } from '../../../src/transcripts/fields.ts';
import type { HostResult } from '../host-hooks.ts';

type ToResult = (output: string, metadata: Fields) => HostResult | undefined;

const plain = (text: string): HostResult => ({ text, withText: (output) => ({ output }) });

/** Parsers for results of opencode's own tools, in the shapes of 1.18. */
const RESULTS: Readonly<Record<string, ToResult>> = {
  read: toRead,
  bash: toCommand,
  grep: plain,
  webfetch: plain,
};

/** Parses a tool's result; undefined for an unknown tool or shape. */
export function toOpencodeResult(tool: string, output: string, metadata: Fields): HostResult | undefined {
  return Object.hasOwn(RESULTS, tool) ? RESULTS[tool]?.(output, metadata) : undefined;
}

const HEAD = /^<path>(.+)<\/path>\n<type>file<\/type>\n<content>\n(?=(\d+): )/;

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
