import { DESCRIBED } from '../segment.ts';
import { parseTimestamp } from '../timestamp.ts';
import type { ContextDescriptors } from './descriptors-schema.ts';
import type { RawSegment } from './raw-segment.ts';

/** Converts a platform's descriptors to segments: its messages, and summaries of what it holds. */
export function fromDescriptors(descriptors: ContextDescriptors): readonly RawSegment[] {
  const task = descriptors.task_info?.task_id;
  const messages = (descriptors.recent_messages ?? [])
    .filter(({ content }) => content !== '')
    .map(({ role, content, timestamp }): RawSegment => {
      const createdAt = timestamp === undefined ? undefined : parseTimestamp(timestamp);
      return { text: content, type: 'message', task, tags: [`role:${role}`], createdAt };
    });
  const summaries = (descriptors.segment_summaries ?? []).map(
    ({ segment_id, type, preview, tokens, created_at }): RawSegment => {
      const createdAt = created_at === undefined ? undefined : parseTimestamp(created_at);
      return { id: segment_id, text: preview, type, tokens, task, tags: [DESCRIBED], createdAt };
    },
  );
  return [...summaries, ...messages];
}
