import type { WorkingSegment } from '../segment.ts';

/** Why a segment is never let go. */
export type RootReason = 'pinned' | 'current_task' | 'active_file' | 'recent_message' | 'recent_decision';

export interface RootOptions {
  readonly currentTask: string | null;
  /** The file that is worked on, from the root of the file system or of the project. */
  readonly activeFile?: string | undefined;
}

/** Messages and decisions that count as recent. */
export const RECENT_MESSAGES = 10;
export const RECENT_DECISIONS = 5;

/** The hard roots of a working set: the reason for each segment that is one. */
export function rootsOf(
  segments: readonly WorkingSegment[],
  { currentTask, activeFile }: RootOptions,
): readonly (RootReason | undefined)[] {
  const isActive = activeFile === undefined ? () => false : sameFileAs(activeFile);
  const roots = segments.map(({ pinned, task, file }): RootReason | undefined => {
    if (pinned) return 'pinned';
    if (task !== null && task === currentTask) return 'current_task';
    return file !== null && isActive(file) ? 'active_file' : undefined;
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

/** A path from the root of a file system, of whichever system, or a URI. */
const WHOLE = /^(?:\/|[A-Za-z][\w+.-]*:\/)/;

/**
 * Platforms name the file at hand by its whole path, tools by that within the project. Of two within the project none is
 * the end of the other: there is an `index.ts` in many a folder.
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

function toPath(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}
