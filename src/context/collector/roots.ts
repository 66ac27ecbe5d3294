import type { Focus } from '../context-store.ts';
import type { WorkingSegment } from '../segment.ts';
import { isOutput, YOUNGEST } from './score.ts';

/** Reason why a segment is never released. */
export type RootReason = 'pinned' | 'current_task' | 'active_file' | 'recent_message' | 'recent_decision';

/** Number of messages and decisions that count as recent. */
const RECENT_MESSAGES = 10;
const RECENT_DECISIONS = 5;

/**
 * Finds the roots of a working set, which are never released, and the reason for each. `superseded` marks reads that a
 * younger one replaces. Neither those nor older output are roots just because their task is current.
 */
export function rootsOf(
  segments: readonly WorkingSegment[],
  { currentTask, activeFile }: Focus,
  superseded: Uint8Array,
): readonly (RootReason | undefined)[] {
  const isActive = activeFile === null ? () => false : sameFileAs(activeFile);
  const isSpent = (segment: WorkingSegment, at: number): boolean =>
    superseded[at] === 1 || (at < segments.length - YOUNGEST && isOutput(segment));
  const roots = segments.map((segment, at): RootReason | undefined => {
    const { pinned, task, file } = segment;
    if (pinned) return 'pinned';
    if (file !== null && isActive(file)) return 'active_file';
    return task !== null && task === currentTask && !isSpent(segment, at) ? 'current_task' : undefined;
  });
  let messages = RECENT_MESSAGES;
  let decisions = RECENT_DECISIONS;
  for (let at = segments.length - 1; at >= 0 && messages + decisions > 0; at--) {
    const { type } = segments[at] as WorkingSegment;
    if (type === 'message' && messages > 0) {
      messages -= 1;
      roots[at] ??= 'recent_message';
    } else if (type === 'decision' && decisions > 0) {
      decisions -= 1;
      roots[at] ??= 'recent_decision';
    }
  }
  return roots;
}

/** An absolute path on any operating system, or a URI. */
const WHOLE = /^(?:\/|[A-Za-z][\w+.-]*:\/)/;

/**
 * Tests whether a file is the active one. Platforms name it by its absolute path, tools by its path in the project, so
 * a relative path matches the end of an absolute one. Two absolute or two relative paths must be equal, because many
 * folders have an `index.ts`.
 */
function sameFileAs(given: string): (file: string) => boolean {
  const active = toPath(given);
  const isWhole = WHOLE.test(active);
  return (other) => {
    const file = toPath(other);
    if (file === active) return true;
    if (WHOLE.test(file) === isWhole) return false;
    return isWhole ? active.endsWith(`/${file}`) : file.endsWith(`/${active}`);
  };
}

const toPath = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
