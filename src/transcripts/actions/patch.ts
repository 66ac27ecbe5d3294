import type { Edit } from './action.ts';
import { withoutLastBreaks } from './last-breaks.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

/**
 * Returns the patch of Codex's `apply_patch` in a text, including one in a shell line's here-document; undefined if
 * there is none.
 */
export function findPatch(text: string): string | undefined {
  const start = text.indexOf(BEGIN);
  if (start === -1) return undefined;
  const end = text.indexOf(END, start);
  return text.slice(start, end === -1 ? text.length : end);
}

const PATCHED_FILE = /^\*\*\* (?:Update|Delete|Add) File: (.*)$|^\+\+\+ (?:[ab]\/)?([^\t]*)/;
const HEADER = /^(?:diff --git |index |--- |\+\+\+ |new file|deleted file|similarity|rename |\*\*\* |\\ No newline)/;

/**
 * Converts a patch to edits: unified diff (POSIX `diff -u`) or Codex's `apply_patch` format. The texts found in a
 * file are each hunk's context and removed lines.
 */
export function toPatchEdits(patch: string): readonly Edit[] {
  const edits: { readonly file: string; readonly found: string[] }[] = [];
  let hunk: string[] = [];
  const endHunk = (): void => {
    if (hunk.some((line) => line.trim() !== '')) edits.at(-1)?.found.push(hunk.join('\n'));
    hunk = [];
  };
  for (const line of patch.split('\n')) {
    const [, updated, plus] = PATCHED_FILE.exec(line) ?? [];
    const file = updated ?? plus;
    if (file !== undefined || line.startsWith('@@') || HEADER.test(line)) {
      endHunk();
      if (file !== undefined) edits.push({ file: file.trim(), found: [] });
    } else if (line.startsWith(' ') || line.startsWith('-')) hunk.push(line.slice(1));
    // Editors strip the single space of an empty context line.
    else if (line === '' && hunk.length > 0) hunk.push('');
  }
  endHunk();
  return edits.map(({ file, found }) => ({ file, found: found.map(withoutLastBreaks) }));
}
