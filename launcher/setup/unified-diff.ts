import { structuredPatch } from 'diff';

/** Returns two texts as a unified diff; empty if they are equal. `undefined` stands for a missing file. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  const name = (text: string | undefined): string => (text === undefined ? '/dev/null' : path);
  const { hunks } = structuredPatch(path, path, before ?? '', after ?? '', '', '', { context: 3 });
  return [
    ...[`--- ${name(before)}`, `+++ ${name(after)}`],
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
      ...lines,
    ]),
  ];
}

/** Formats a hunk's range. For an empty range, unified diff expects the number of the line before it. */
const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
