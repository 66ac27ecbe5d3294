/** What a notice takes, from above. */
export const HOOK_NOTICE_TOKENS = 90;

const BEGIN = '[mcp-pruner left out';

/** UTF-16 units of the agent's own words. */
const QUESTION_CHARS = 160;

export interface LeftOut {
  /** What the agent said for the call. */
  readonly question: string | undefined;
  /** Where the whole is kept. */
  readonly ref: string;
  /** The number that line 1 of the whole has in its file. */
  readonly firstLine: number;
}

/** The last line of a shortened result: why lines are missing, and how to have them back in one call. */
export function hookNotice({ question, ref, firstLine }: LeftOut): string {
  const asked = question?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const words = asked.length > QUESTION_CHARS ? `${asked.slice(0, QUESTION_CHARS)}…` : asked;
  const why = words === '' ? 'what this session does not seem to need' : `what this does not seem to need: "${words}"`;
  const offset = firstLine === 1 ? '' : ` (its line 1 is line ${firstLine})`;
  return `${BEGIN} ${why}. All of it: tool artifact, ref="${ref}"${offset}]`;
}

/** The artifact that the notice at a text's end names. */
export function refIn(shown: string): string | undefined {
  const at = shown.lastIndexOf(BEGIN);
  return at < 0 ? undefined : /ref="(ax:\/\/[^"]+)"/.exec(shown.slice(at))?.[1];
}
