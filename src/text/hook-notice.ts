import { lineOffset } from './notice.ts';

/** Estimated tokens of a notice, and its max UTF-16 units. */
export const HOOK_NOTICE = { tokens: 130, chars: 670 } as const;

/** File in a project, or in a folder above it, with globs of files whose results stay whole, one a line. `*` means all. */
export const IGNORE_FILE = '.mcp-prunerignore';

const BEGIN = '[mcp-pruner left out';

/** Matches a line that could be mistaken for a notice, in a multiline text. */
export const LIKE_NOTICE: RegExp = /^\[mcp-pruner left out/m;

/** Max UTF-16 units of the agent's own words to quote. */
const QUESTION_CHARS = 160;

export interface LeftOut {
  /** The agent's own words, just before the call. */
  readonly question: string | undefined;
  /** Reference of the artifact with the original, or the path of a file with it, without quotation marks. */
  readonly ref: string;
  /** Path of a file with the original, if there is one beside the artifact. Without quotation marks. */
  readonly file?: string | undefined;
  /** Line number that line 1 of the original has in its file. */
  readonly firstLine: number;
  /**
   * True if the host numbers the shown lines consecutively and lines are missing between the first and the last.
   * Default false.
   */
  readonly isMisnumbered?: boolean | undefined;
  /** True if everything that was left out is shown elsewhere. Default false. */
  readonly isRepeated?: boolean | undefined;
}

/** Returns the last line of a shortened result. It says why lines are missing, and how to get them with one call. */
export function hookNotice(leftOut: LeftOut): string {
  const { question, ref, file, firstLine, isMisnumbered = false, isRepeated = false } = leftOut;
  const asked = withoutQuotes(
    wellFormed(question ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const words = asked.length > QUESTION_CHARS ? `${wellFormed(asked.slice(0, QUESTION_CHARS))}…` : asked;
  const needed =
    words === '' ? 'what this session does not seem to need' : `what this does not seem to need: "${words}"`;
  const why = isRepeated ? 'only what was shown before or a terminal overwrites' : needed;
  const numbers = isMisnumbered ? '. Line numbers below a gap are too low' : '';
  const also = file === undefined || file === ref ? '' : `, or ${originalPlace(file)}`;
  const off = `. A line "*" in ${IGNORE_FILE} switches this off`;
  return `${BEGIN} ${why}${numbers}${off}. All of it: ${originalPlace(ref)}${lineOffset(firstLine)}${also}]`;
}

/** Last line of a file that is shown whole because it was shortened before. */
export const WHOLE_NOTICE: string = `${BEGIN} nothing this time: parts of this file were left out before]`;

/** Tells how to read an original: with our tool, or with any tool that reads files. */
export function originalPlace(ref: string): string {
  return ref.startsWith('ax:') ? `tool artifact, ref="${ref}"` : `file "${ref}"`;
}

/** Returns words that quote themselves without their own quotation marks. */
const withoutQuotes = (words: string): string => (/^"[^"]+"$/.test(words) ? words.slice(1, -1) : words);

/** Drops unpaired surrogates, because model APIs refuse requests that contain any. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '');

/** Matches a notice that fills a line. A host may number that line, and the quoted words may contain another notice. */
const NOTICE =
  /^\s*(?:\d+(?:\t|→))?\[mcp-pruner left out .*\. All of it: (?:tool artifact, ref=|file )"([^"]+)"(?: \([^()]*\))?(?:, or file "[^"]+")?\]\s*$/;

/** Returns the `ref` that the last notice in a text names, well-formed or not; undefined if there is no notice. */
export function readHookNotice(shown: string): string | undefined {
  const at = shown.lastIndexOf(BEGIN);
  if (at < 0) return undefined;
  const end = shown.indexOf('\n', at);
  const line = shown.slice(shown.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
  return NOTICE.exec(line)?.[1];
}
