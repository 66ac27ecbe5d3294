import type { ContextStore, NewSegment } from '../../src/context/context-store.ts';
import type { SegmentType } from '../../src/context/segment.ts';
import { newSegment } from '../contract/new-segment.ts';

const SEGMENTS = 90;
const TYPES: readonly SegmentType[] = ['log', 'code', 'message', 'log', 'code', 'note', 'log', 'decision', 'summary'];

/**
 * Fills two projects. One has segments of every type, with pins and a current task. The other has a name of the maximum
 * length.
 */
export async function seedContext(store: ContextStore): Promise<void> {
  const segments = Array.from({ length: SEGMENTS }, (_, i): NewSegment => {
    const type = TYPES[i % TYPES.length] ?? 'note';
    return newSegment(`${type}-of-the-build-that-fails-on-main-${i}`, `text ${i}`, {
      type,
      tokens: 80 + ((i * 397) % 900),
      task: i % 5 === 0 ? 'login' : null,
      pinned: i % 17 === 0,
    });
  });
  await store.add('shop', segments, 'working');
  await store.setFocus('shop', { currentTask: 'login' });
  await store.add('x'.repeat(128), [newSegment('one', 'text', { tokens: 12 })], 'working');
}
