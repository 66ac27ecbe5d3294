import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { type KeptText, keepText } from '../artifacts/keep-text.ts';
import type { EventLog } from '../events/event-log.ts';
import type { PruningMetadata } from '../pruning/metadata.ts';
import { rawNotice } from '../pruning/raw-notice.ts';
import type { ClientView } from './client-view.ts';
import { fitResult } from './fit-result.ts';
import { type Answer, type CallToolResult, toToolResult } from './tool-result.ts';

/** What becomes of output that is not answered whole. */
export interface KeepOptions {
  /** Undefined: it is not kept. */
  readonly artifacts?: ArtifactStore | undefined;
  /** UTF-8 bytes of a result as JSON. Undefined: no bound. */
  readonly maxResponseBytes?: number | undefined;
}

export interface RespondOptions {
  readonly client: ClientView;
  /** Events of this request. */
  readonly log: EventLog;
  /** The number that the output's first line has in its file. Default 1. */
  readonly firstLine?: number | undefined;
}

/** UTF-8 bytes that a result within the budget has for its output; in a structured one all of it stands twice. */
export function outputWithin({ maxResponseBytes }: KeepOptions, structured: boolean): number | undefined {
  return maxResponseBytes === undefined ? undefined : Math.floor(maxResponseBytes / (structured ? 2 : 1));
}

/** Keeps the raw text of which a pruner has left something out; what the metadata says of it. */
export async function keepRaw(
  { artifacts }: KeepOptions,
  tool: string,
  text: string,
  log: EventLog,
): Promise<Pick<PruningMetadata, 'artifact_ref' | 'artifact_error'>> {
  if (artifacts === undefined) return {};
  const kept = await keepText(artifacts, tool, text, log);
  return 'artifact_ref' in kept ? { artifact_ref: kept.artifact_ref } : kept;
}

/**
 * What the host would cut by itself, of an answer that no question has shortened: better cut where errors and the end
 * are kept. Undefined where nothing is to be cut.
 */
function unasked({ pruning, failed }: Answer, { structured, wholeBytes }: ClientView): number | undefined {
  const isUnapplied = pruning.reason === 'too_large' || pruning.reason === 'pruner_error';
  if (structured || wholeBytes === undefined || !(failed || isUnapplied)) return undefined;
  return failed ? wholeBytes.failure : wholeBytes.success;
}

/** Writes an answer as a result: within the budget where there is one, and with what it says of what was left out. */
export async function respond(
  { artifacts, maxResponseBytes }: KeepOptions,
  answer: Answer,
  { client, log, firstLine }: RespondOptions,
): Promise<CallToolResult> {
  const { structured } = client;
  const after = rawNotice(answer.pruning, firstLine);
  const maxBytes = maxResponseBytes ?? unasked(answer, client);
  if (maxBytes === undefined) return toToolResult(answer, structured, { after });
  const tool = answer.tool.name;
  const keep = (text: string): Promise<KeptText> => keepText(artifacts, tool, text, log);
  const { result, shaped } = await fitResult(answer, { maxBytes, structured, keep, after });
  if (shaped !== undefined) {
    const { before, after: bytes, artifact } = shaped;
    log('info', 'response.shaped', { tool, bytes_before: before, bytes_after: bytes, artifact });
  }
  return result;
}
