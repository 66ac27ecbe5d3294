import { shownFiles } from './changed-files.ts';
import { citedPlaces, type LineRange } from './cited-places.ts';
import { isSameFile } from './comes-back.ts';
import type { PendingResult } from './pending-result.ts';
import type { PendingResults } from './pending-results.ts';

/** Lines of a result that a text cites. */
export interface CitedLines {
  readonly result: PendingResult;
  /** 1-based. */
  readonly lines: readonly number[];
}

/** Code on lines of its own, and code within a sentence. */
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1/gm;
const INLINE = /`([^`\n]{3,200})`/g;
const NAME = /^[A-Za-z_$][\w$]{2,}(?:\(\))?$/;
/** Min UTF-16 units of a quoted line. Shorter ones are found everywhere. */
const MIN_QUOTED = 12;
/** Max lines of a range. A longer one names a file rather than lines. */
const MAX_RANGE = 60;
/** Max lines with a quotation, or a definition. A more frequent one does not point to any of them. */
const MAX_LINES = 3;
/** Max quotations and names to look up, since each is searched in every result. */
const MAX_LOOKED_UP = 200;

/**
 * Finds what a text cites: places (`src/a.ts:12-20`), quoted lines of code, and names whose definition was shown. Each is
 * located in the last result that showed it.
 */
export function citedLines(pending: Pick<PendingResults, 'showing' | 'all'>, text: string): readonly CitedLines[] {
  const cited: CitedLines[] = [];
  for (const [file, ranges] of citedPlaces(text)) {
    for (const range of ranges) cited.push(...inFile(pending, file, range));
  }
  const newestFirst = [...pending.all()].reverse();
  for (const isCited of lookedUp(text)) {
    for (const result of newestFirst) {
      const lines = isCited(result.of.text);
      if (lines.length === 0) continue;
      cited.push({ result, lines });
      break;
    }
  }
  return cited;
}

function inFile({ showing }: Pick<PendingResults, 'showing'>, file: string, [first, last]: LineRange): CitedLines[] {
  if (last - first >= MAX_RANGE) return [];
  const shown = showing(file).filter(({ action }) => shownFiles(action).some((own) => isSameFile(own, file)));
  const result = shown.findLast(({ of }) => of.firstLine <= first && last < of.firstLine + countLines(of.text));
  if (result === undefined) return [];
  const from = first - result.of.firstLine + 1;
  return [{ result, lines: Array.from({ length: last - first + 1 }, (_, at) => from + at) }];
}

/** Returns the 1-based lines of a text that are cited. */
type FindLines = (text: string) => readonly number[];

function lookedUp(text: string): readonly FindLines[] {
  const quoted = new Set<string>();
  const parts = new Set<string>();
  const names = new Set<string>();
  for (const [, , code = ''] of text.matchAll(FENCED)) {
    for (const line of code.split('\n')) if (line.trim().length >= MIN_QUOTED) quoted.add(line.trim());
  }
  for (const [, code = ''] of text.replaceAll(FENCED, '').matchAll(INLINE)) {
    if (NAME.test(code)) names.add(code.replace('()', ''));
    else if (code.trim().length >= MIN_QUOTED) parts.add(code.trim());
  }
  const ofNames = [...names].map((name): FindLines => linesWith(name, (line) => isDefinition(line, name)));
  const ofParts = [...parts].map((code): FindLines => linesWith(code, () => true));
  const ofQuoted = [...quoted].map((code): FindLines => linesWith(code, (line) => line.trim() === code));
  return [...ofNames, ...ofParts, ...ofQuoted].slice(0, MAX_LOOKED_UP);
}

function linesWith(part: string, isCited: (line: string) => boolean): FindLines {
  return (text) => {
    if (!text.includes(part)) return [];
    const lines = text.split('\n').flatMap((line, at) => (line.includes(part) && isCited(line) ? [at + 1] : []));
    return lines.length > MAX_LINES ? [] : lines;
  };
}

const KEYWORD =
  '(?:function|class|interface|type|enum|struct|trait|impl|module|namespace|def|fn|func|fun|sub|macro|const|let|var|val)';

/** True if a line defines a name, in the way of common languages. */
function isDefinition(line: string, name: string): boolean {
  const own = name.replaceAll('$', '\\$');
  const defines = new RegExp(
    `(?:\\b${KEYWORD}\\s+(?:\\([^)]*\\)\\s*)?\\*?${own}(?![\\w$]))|(?:^\\s*(?:[\\w<>\\[\\], ]+\\s)?${own}\\s*\\([^;]*[{:]\\s*$)`,
  );
  return defines.test(line);
}

function countLines(text: string): number {
  return text.split('\n').length;
}
