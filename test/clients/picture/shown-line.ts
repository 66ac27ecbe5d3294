/** A line of a pruned text: a line of the file with its number, a gap, or a line of the notice at the end. */
export type ShownLine =
  | { readonly kind: 'own'; readonly number: number; readonly text: string }
  | { readonly kind: 'gap'; readonly first: number; readonly last: number }
  | { readonly kind: 'notice'; readonly text: string };

const GAP = /^\(filtered \d+ lines: (\d+)-(\d+)\)$/;
const NOTICE = /^\[.*\]$/;

/** Parses a pruned text of a file into lines. Drops blank lines at the end. */
export function shownLines(pruned: string): readonly ShownLine[] {
  const lines: ShownLine[] = [];
  let next = 1;
  for (const text of pruned.trimEnd().split('\n')) {
    const [, first, last] = GAP.exec(text) ?? [];
    if (first !== undefined) {
      lines.push({ kind: 'gap', first: Number(first), last: Number(last) });
      next = Number(last) + 1;
    } else if (NOTICE.test(text)) lines.push({ kind: 'notice', text });
    else lines.push({ kind: 'own', number: next++, text });
  }
  const isBlank = (line: ShownLine, at: number): boolean =>
    line.kind === 'own' && line.text === '' && lines[at + 1]?.kind !== 'own';
  return lines.filter((line, at) => !isBlank(line, at));
}
