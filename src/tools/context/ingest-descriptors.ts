import { ContextError } from '../../context/context-error.ts';
import type { ContextDescriptors } from '../../context/ingest/descriptors-schema.ts';
import { fromDescriptors } from '../../context/ingest/from-descriptors.ts';
import { prepareSegments } from '../../context/ingest/prepare-segments.ts';
import { whyTooLong } from '../../context/ingest/raw-segment.ts';
import { checkId, checkOptionalId } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';

/**
 * Stores a platform's descriptors. Segments that exist already, in any tier, stay unchanged, so sending the same window
 * again has no effect. Throws a `ContextError` (`INVALID_PARAMETER`) before anything is stored.
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
