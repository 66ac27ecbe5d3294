import { parseLine, textOf } from '../../../../src/transcripts/fields.ts';

export interface Observation {
  readonly text: string;
  readonly isFailed: boolean;
}

/** Max characters searched for the exit code. The rest may be long. */
const HEAD = 2000;
const CODE = /<returncode>(-?\d+)<\/returncode>/;
/** Matches from the first digit only. Otherwise a long number would be tried from each of its digits. */
const ELIDED = /(?<!\d)(\d+) characters elided/;

/**
 * Returns the output of a command from a message of mini-swe-agent. The message wraps it in `<output>`. Long output
 * is in `<output_head>` and `<output_tail>` with the number of characters between them. JSON with the same content
 * also works. Text in any other wrapping is returned unchanged.
 */
export function readObservation(content: string): Observation {
  const json = content.startsWith('{"') ? parseLine(content) : undefined;
  if (json?.['returncode'] !== undefined) {
    const { output, output_head: head, output_tail: tail, returncode: code } = json;
    const text = typeof head === 'string' ? `${head}\n[…]\n${textOf(tail)}` : textOf(output);
    return { text, isFailed: code !== 0 };
  }
  const code = CODE.exec(content.slice(0, HEAD))?.[1];
  const isFailed = (code !== undefined && code !== '0') || content.startsWith('The last command <command>');
  const head = between(content, 'output_head');
  const tail = between(content, 'output_tail');
  if (head === undefined || tail === undefined) return { text: between(content, 'output') ?? content, isFailed };
  const elided = ELIDED.exec(between(content, 'elided_chars') ?? '')?.[1] ?? '';
  return { text: `${head}\n[${elided} characters elided]\n${tail}`, isFailed };
}

function between(content: string, tag: string): string | undefined {
  const start = content.indexOf(`<${tag}>`);
  const end = content.lastIndexOf(`</${tag}>`);
  if (start < 0 || end < start) return undefined;
  return content
    .slice(start + tag.length + 2, end)
    .replace(/^\n/, '')
    .replace(/\n$/, '');
}
