import { parseArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import { detached } from '../../src/memory/detached.ts';
import { isFields } from '../../src/sessions/fields.ts';
import { parsedField } from './parsed-field.ts';

/** Estimated tokens of a notice, and the most UTF-16 units that it takes. */
export const HOOK_NOTICE = { tokens: 90, chars: 400 } as const;

const BEGIN = '[mcp-pruner left out';

/** Max UTF-16 units of the agent's own words. */
const QUESTION_CHARS = 160;

export interface LeftOut {
  /** The agent's own words, said just before the call. */
  readonly question: string | undefined;
  /** Reference of the artifact that holds all of it. */
  readonly ref: string;
  /** The number that line 1 of the whole has in its file. */
  readonly firstLine: number;
  /** True if the host numbers the lines that it shows, and has not all between the first and the last. Default false. */
  readonly isMisnumbered?: boolean | undefined;
}

/** The last line of a shortened result: why lines are missing, and how to have them back in one call. */
export function hookNotice({ question, ref, firstLine, isMisnumbered = false }: LeftOut): string {
  const asked = wellFormed(question ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const words = asked.length > QUESTION_CHARS ? `${wellFormed(asked.slice(0, QUESTION_CHARS))}…` : asked;
  const why = words === '' ? 'what this session does not seem to need' : `what this does not seem to need: "${words}"`;
  const offset = firstLine === 1 ? '' : ` (its line 1 is line ${firstLine})`;
  const numbers = isMisnumbered ? '. Line numbers below a gap are too low' : '';
  return `${BEGIN} ${why}${numbers}. All of it: tool artifact, ref="${ref}"${offset}]`;
}

/** Drops halves of surrogate pairs: model APIs refuse a request that holds one. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '');
}

/** A notice that fills a line. A host may number that line, and the agent’s words may quote another notice. */
const NOTICE =
  /^\s*(?:\d+(?:\t|→))?\[mcp-pruner left out .*\. All of it: tool artifact, ref="([^"]+)"(?: \([^()]*\))?\]\s*$/;

/** The artifact that the notice in a result's last lines names; of structured content, in those of a text in it. */
export function refIn(shown: string): string | undefined {
  if (!shown.startsWith('{')) return refInText(shown);
  const content = parsedField(shown);
  const texts = isFields(content) ? Object.values(content).filter((value) => typeof value === 'string') : [];
  return texts.map(refInText).find((ref) => ref !== undefined) ?? refInText(shown);
}

function refInText(shown: string): string | undefined {
  const at = shown.lastIndexOf(BEGIN);
  if (at < 0) return undefined;
  const end = shown.indexOf('\n', at);
  const line = shown.slice(shown.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
  const ref = NOTICE.exec(line)?.[1];
  return ref !== undefined && parseArtifactRef(ref) !== undefined ? detached(ref) : undefined;
}
