import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { readJson } from '../../../src/json/read-json.ts';
import { type FittedLines, fitLines } from '../../../src/shaping/fit-lines.ts';
import { createSummary } from '../../../src/shaping/summary.ts';
import { wrapResponse } from '../../../src/shaping/wrap-response.ts';
import type { KeptText } from '../../artifacts/keep-text.ts';

export interface FitTextOptions {
  /** UTF-8 bytes that the text may take as a JSON string. */
  readonly bytes: number;
  /** The tool's name: it says what the text is about. */
  readonly tool: string;
  readonly question: string | undefined;
  readonly failed: boolean;
  /** Where the whole is already; else `keep` puts it there. */
  readonly kept: KeptText | undefined;
  /** Keeps the whole before anything of it is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
}

export interface FittedText {
  readonly text: string;
  readonly kept: KeptText;
}

/** Bytes that a shaped response has at least. */
const MIN_RESPONSE = 1024;
/** Bytes that stand around a shaped response's own text in its result, about. */
const AROUND = 64;

/** A text within a budget: of JSON a response, of lines the first, the last and those that tell of errors. */
export async function fitText(text: string, options: FitTextOptions): Promise<FittedText> {
  const { bytes, keep } = options;
  const keeping = options.kept ?? keep(text);
  const data = bytes >= MIN_RESPONSE ? jsonOf(text) : undefined;
  // What can be told already is, while the disk is at it.
  const lines = data === undefined ? fitLines(text, { bytes: Math.max(0, bytes - NOTICES) }) : undefined;
  const kept = await keeping;
  if (lines !== undefined) return { text: withNotices(lines, text, kept), kept };
  return { text: await fitJson(data as object, kept, options), kept };
}

/** Bytes of both notices, and of the line breaks beside them. */
const NOTICES = 2 * 160;

/** Hosts cut the middle: both ends tell. */
function withNotices({ text, shownLines, totalLines }: FittedLines, whole: string, kept: KeptText): string {
  const where =
    'artifact_ref' in kept ? `all of it: artifact ref="${kept.artifact_ref}"` : 'the rest could not be kept';
  // Where every line shows, one of them is cut.
  const shown =
    shownLines < totalLines
      ? `${shownLines} of ${totalLines} lines`
      : `${Buffer.byteLength(text)} of ${Buffer.byteLength(whole)} bytes`;
  const notice = `[cut to ${shown}; ${where}]`;
  return [notice, text, notice].join('\n');
}

async function fitJson(
  data: object,
  kept: KeptText,
  { bytes, tool, question, failed }: FitTextOptions,
): Promise<string> {
  const { content } = await wrapResponse(data, {
    summary: summaryOf(tool, data),
    success: !failed,
    limits: { maxBytes: Math.max(MIN_RESPONSE, bytes - AROUND) },
    artifacts: putKept(kept),
    question,
    whole: data,
    structured: false,
  });
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}

/** It is kept already, as the text that it was: what a response would put is that. */
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
