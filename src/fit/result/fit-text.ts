import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { readJson } from '../../base/json/read-json.ts';
import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import { describeBase64 } from '../../text/base64.ts';
import type { KeptText } from '../../text/kept-text.ts';
import { cutNotice, notice, whereabouts } from '../../text/notice.ts';
import { createSummary } from '../../text/summary.ts';
import { type FittedLines, fitLines } from '../fit-lines.ts';
import { wrapResponse } from '../wrap-response.ts';

export interface FitTextOptions {
  /** Max UTF-8 bytes of the text as a JSON string. */
  readonly bytes: number;
  /** Name of the tool, used in the summary. */
  readonly tool: string;
  readonly question: string | undefined;
  readonly failed: boolean;
  /** Set if the original is already stored; otherwise `keep` stores it. */
  readonly kept: KeptText | undefined;
  /** Stores the original before anything is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
}

export interface FittedText {
  readonly text: string;
  readonly kept: KeptText;
}

/** Min bytes of a shaped response. */
const MIN_RESPONSE = 1024;
/** Approximate bytes around a shaped response's text in its result. */
const AROUND = 64;

/**
 * Fits a text into a budget. JSON becomes a shaped response; of other texts the first and last lines and error lines
 * stay.
 */
export async function fitText(text: string, options: FitTextOptions): Promise<FittedText> {
  const { bytes, keep } = options;
  const keeping = options.kept ?? keep(text);
  const described = describeBase64(text);
  if (described !== undefined) {
    const kept = await keeping;
    return { text: notice(`${described}, not shown`, whereabouts(kept)) ?? '', kept };
  }
  const data = bytes >= MIN_RESPONSE ? jsonOf(text) : undefined;
  // Select lines while the text is being stored.
  const lines = data === undefined ? fitLines(text, { bytes: Math.max(0, bytes - NOTICES) }) : undefined;
  const kept = await keeping;
  if (lines !== undefined) return { text: withNotices(lines, text, kept), kept };
  return { text: await fitJson(data as object, kept, options), kept };
}

/** Bytes of both notices and the line breaks next to them. */
const NOTICES = 2 * 160;

/** Puts the notice at both ends, because hosts cut the middle. */
function withNotices({ text, shownLines, totalLines }: FittedLines, whole: string, kept: KeptText): string {
  // If every line is shown, one of them is cut.
  const shown =
    shownLines < totalLines
      ? `${shownLines} of ${totalLines} lines`
      : `${utf8Bytes(text)} of ${utf8Bytes(whole)} bytes`;
  const said = cutNotice(shown, kept);
  return [said, text, said].join('\n');
}

async function fitJson(
  data: object,
  kept: KeptText,
  { bytes, tool, question, failed }: FitTextOptions,
): Promise<string> {
  const { content } = await wrapResponse(data, {
    summary: summaryOf(tool, data),
    success: !failed,
    fill: true,
    limits: { maxBytes: Math.max(MIN_RESPONSE, bytes - AROUND) },
    artifacts: putKept(kept),
    question,
    whole: data,
    structured: false,
  });
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}

/**
 * Returns a store that reports the artifact of the original text, because a response would store the same content
 * again.
 */
function putKept(kept: KeptText): Pick<ArtifactStore, 'put'> | undefined {
  if (!('artifact_ref' in kept)) return undefined;
  const { artifact_ref: ref, bytes } = kept;
  const info = { ref, domain: '', id: '', mimeType: 'application/json', bytes, createdAt: 0, expiresAt: 0 };
  return { put: async () => info };
}

function summaryOf(tool: string, data: object): string {
  if (Array.isArray(data)) return createSummary(tool, { count: data.length });
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value));
  const [only] = lists;
  if (lists.length !== 1 || only === undefined) return `${tool}: ${Object.keys(data).slice(0, 5).join(', ')}`;
  return createSummary(`${tool}: ${only[0]}`, { count: (only[1] as unknown[]).length });
}

function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return readJson(text) as object;
  } catch {
    return undefined;
  }
}
