import { readMarker } from '../../../src/pruning/gap-marker.ts';
import type { Fields } from '../../../src/sessions/fields.ts';
import type { HostResult } from '../host-result.ts';

type ToResult = (output: string, metadata: Fields) => HostResult | undefined;

const plain = (text: string): HostResult => ({ text, withText: (output) => ({ output }) });

/** Results of opencode's own tools, in the shapes of 1.18. */
const RESULTS: Readonly<Record<string, ToResult>> = {
  read: toRead,
  bash: toCommand,
  grep: plain,
  webfetch: plain,
};

/** The result of a tool; undefined for any other tool or shape. */
export function toOpencodeResult(tool: string, output: string, metadata: Fields): HostResult | undefined {
  return Object.hasOwn(RESULTS, tool) ? RESULTS[tool]?.(output, metadata) : undefined;
}

const HEAD = /^<path>(.+)<\/path>\n<type>file<\/type>\n<content>\n(?=(\d+): )/;

/**
 * A file: each line has its number before it, and below them stands how the file goes on. What the host adds behind that,
 * such as the instructions of a folder, stays.
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
  // Otherwise a line of the file was mistaken for the text below it.
  if (rest[0] !== '' || !rest[1]?.startsWith('(') || rest[2] !== '</content>') return undefined;
  return {
    ...{ text: own.join('\n'), path, firstLine },
    withText(text, _, keptLines) {
      const numbered = withNumbers(text, keptLines, firstLine);
      return numbered === undefined ? undefined : { output: [`${head}${numbered}`, ...rest].join('\n') };
    },
  };
}

/** Puts the numbers before lines that are shown; markers and notice have none. Undefined if they do not tally. */
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

/** Output. Above 2,000 lines or 50 KB, opencode shows the end and keeps the full output in a file. */
function toCommand(output: string, { truncated }: Fields): HostResult | undefined {
  // The command timed out, or was stopped.
  if (output.includes('_metadata>')) return undefined;
  if (truncated !== true) return plain(output);
  const [head, wholeIn] = CUT.exec(output) ?? [];
  if (head === undefined) return undefined;
  return { ...plain(output.slice(head.length)), ...{ wholeIn, part: 'end', preview: output } };
}
