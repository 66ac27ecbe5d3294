import type { LineRange } from '../history/eval-case.ts';

/** Lines of a file that a patch changes. */
export interface OldRanges {
  /** Like `changedRanges`: the removed lines, or the lines around an insertion. */
  readonly ranges: readonly LineRange[];
  /** Lines that the patch shows of the old file, by number. They tell whether a text is that file. */
  readonly shown: ReadonlyMap<number, string>;
}

/** Reads which lines of each old file a unified diff changes, with or without context. Skips new and deleted files. */
export function oldRanges(patch: string): ReadonlyMap<string, OldRanges> {
  const files = new Map<string, OldRanges>();
  for (const part of patch.split(/^diff --git /m).slice(1)) {
    const before = /^--- a\/(.*)$/m.exec(part)?.[1];
    const after = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
    if (before === undefined || after === undefined) continue;
    files.set(before, rangesOf(part.slice(part.search(/^@@ /m))));
  }
  return files;
}

function rangesOf(hunks: string): OldRanges {
  const ranges: [number, number][] = [];
  const shown = new Map<number, string>();
  let old = 0;
  let removed = 0;
  let added = false;
  const close = (): void => {
    if (removed > 0) ranges.push([old - removed, old - 1]);
    else if (added) ranges.push([Math.max(1, old - 1), old]);
    removed = 0;
    added = false;
  };
  for (const line of hunks.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(line);
    if (hunk !== null) {
      close();
      // A hunk without old lines names the line before it.
      old = Number(hunk[1]) + (hunk[2] === '0' ? 1 : 0);
    } else if (line.startsWith('-')) {
      shown.set(old++, line.slice(1));
      removed++;
    } else if (line.startsWith('+')) added = true;
    else if (line.startsWith(' ')) {
      close();
      shown.set(old++, line.slice(1));
    }
  }
  close();
  return { ranges, shown };
}
