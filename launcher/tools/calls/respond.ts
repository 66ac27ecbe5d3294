import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import type { KeptText } from '../../../src/artifacts/kept-text.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { keepText } from '../../platform/artifacts/keep-text.ts';
import type { PruningMetadata } from '../pruning-metadata.ts';
import type { ClientView } from './client-view.ts';
import { fitAnswer } from './fit-answer.ts';
import { rawNotice } from './pruning/raw-notice.ts';
import { type Answer, type CallToolResult, toToolResult } from './tool-result.ts';

/** Options for output that is not answered whole. */
export interface KeepOptions {
  /** Store for the whole. Undefined: it is not stored. */
  readonly artifacts?: ArtifactStore | undefined;
  /** Max UTF-8 bytes of a result as JSON. Undefined: no limit. */
  readonly maxResponseBytes?: number | undefined;
}

export interface RespondOptions {
  readonly client: ClientView;
  /** Event log of this request. */
  readonly log: EventLog;
  /** Line number of the output's first line in its file. Default 1. */
  readonly firstLine?: number | undefined;
}

/** Returns the UTF-8 bytes left for the output of a result within the budget. A structured result holds it twice. */
export function outputWithin({ maxResponseBytes }: KeepOptions, structured: boolean): number | undefined {
  return maxResponseBytes === undefined ? undefined : Math.floor(maxResponseBytes / (structured ? 2 : 1));
}

/** Stores the raw text if a pruner left something out, and returns the metadata for it. */
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
 * Returns the byte limit for an answer that no question shortened and that the host would cut. Our own cut is better,
 * because it keeps errors and the end. Returns undefined if nothing has to be cut.
 */
function unasked({ pruning, failed }: Answer, { structured, wholeBytes }: ClientView): number | undefined {
  const isUnapplied = pruning.reason === 'too_large' || pruning.reason === 'pruner_error';
  if (structured || wholeBytes === undefined || !(failed || isUnapplied)) return undefined;
  return failed ? wholeBytes.failure : wholeBytes.success;
}

/** Builds a result from an answer, within the budget if there is one, with the notices about what was left out. */
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
  const { result, shaped } = await fitAnswer(answer, { maxBytes, structured, keep, after });
  if (shaped !== undefined) {
    const { before, after: bytes, artifact } = shaped;
    log('info', 'response.shaped', { tool, bytes_before: before, bytes_after: bytes, artifact });
  }
  return result;
}
