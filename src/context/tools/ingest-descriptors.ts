import { ContextError } from '../context-error.ts';
import { fromDescriptors } from '../ingest/from-descriptors.ts';
import { prepareSegments } from '../ingest/prepare-segments.ts';
import { whyTooLong } from '../ingest/raw-segment.ts';
import { checkId, checkOptionalId } from './check-arguments.ts';
import type { ContextDeps } from './context-tool.ts';
import type { ContextDescriptors } from './descriptors-schema.ts';

/**
 * Takes in what a platform tells of its context. What is there already, in whatever tier, stays as it is, so that
 * sending the same window again changes nothing. Throws a `ContextError` (`INVALID_PARAMETER`) before anything is kept.
 */
export async function ingestDescriptors(
  descriptors: ContextDescriptors | undefined,
  project: string,
  { store, loadTokenCounter, redact }: ContextDeps,
): Promise<void> {
  if (descriptors === undefined) return;
  checkOptionalId('task_info.task_id', descriptors.task_info?.task_id);
  const raws = fromDescriptors(descriptors);
  for (const { id, text } of raws) {
    if (id !== undefined) checkId('segment_summaries.segment_id', id);
    const tooLong = whyTooLong(text);
    if (tooLong !== undefined) throw new ContextError('INVALID_PARAMETER', `take in ${tooLong}`);
  }
  const wellFormed = raws.map((raw) => ({
    ...raw,
    text: (raw.text as unknown as { toWellFormed(): string }).toWellFormed(),
  }));
  const { fresh } = await prepareSegments(wellFormed, { store, project, loadTokenCounter, redact });
  await store.add(project, fresh, 'working');
}
