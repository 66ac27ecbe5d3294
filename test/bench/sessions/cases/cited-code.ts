import { buildWordTree, endsAt, nextNode, type WordNode } from '../../../../src/text/word-tree.ts';
import type { PendingResult, ResultLines } from './pending-result.ts';

/** Patterns of code blocks, and of code within a sentence. */
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1/gm;
const INLINE = /`([^`\n]{3,})`/g;
const NAME = /^[A-Za-z_$][\w$]{2,}(?:\(\))?$/;
/** Min UTF-16 units of a quoted line. Shorter ones are found everywhere. */
const MIN_QUOTED = 12;
/** Max UTF-16 units of a definition's line. */
const MAX_DEFINITION = 500;
/** Max lines that contain a quotation or a definition. If more lines contain it, it is not evidence for any of them. */
const MAX_LINES = 3;

/** True if a text that quotes the code cites this line, which contains it. */
type IsCited = (line: string) => boolean;

/**
 * Finds quoted lines of code, and definitions of names that a text mentions, each in the last result that contains it.
 * Each result is searched for all of them in one pass, because an answer may have thousands.
 */
export function citedCode(newestFirst: readonly PendingResult[], text: string): readonly ResultLines[] {
  const wanted = codeIn(text);
  if (wanted.size === 0) return [];
  const root = buildWordTree(wanted.keys());
  const cited: ResultLines[] = [];
  for (const result of newestFirst) {
    if (wanted.size === 0) break;
    for (const [code, lines] of linesWith(root, wanted, result.of.text)) {
      if (lines.length > MAX_LINES) continue;
      cited.push({ result, lines });
      wanted.delete(code);
    }
  }
  return cited;
}

function codeIn(text: string): Map<string, IsCited> {
  const wanted = new Map<string, IsCited>();
  for (const [, , code = ''] of text.matchAll(FENCED)) {
    for (const line of code.split('\n').map((one) => one.trim())) {
      if (line.length >= MIN_QUOTED) wanted.set(line, (own) => own.trim() === line);
    }
  }
  for (const [, code = ''] of text.replaceAll(FENCED, '').matchAll(INLINE)) {
    const name = code.replace('()', '');
    if (NAME.test(code)) wanted.set(name, definitionOf(name));
    else if (code.trim().length >= MIN_QUOTED) wanted.set(code.trim(), () => true);
  }
  return wanted;
}

/**
 * Returns the 1-based lines of a text that each code cites. Stops at `MAX_LINES` + 1 lines per code, which shows that
 * there are too many.
 */
function linesWith(
  root: WordNode,
  wanted: ReadonlyMap<string, IsCited>,
  text: string,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [at, line] of text.split('\n').entries()) {
    for (const code of codesOn(line, root)) {
      const lines = found.get(code) ?? [];
      if (lines.length > MAX_LINES || wanted.get(code)?.(line) !== true) continue;
      lines.push(at + 1);
      found.set(code, lines);
    }
  }
  return found;
}

function codesOn(line: string, root: WordNode): Iterable<string> {
  const codes = new Set<string>();
  let node = root;
  for (let at = 0; at < line.length; at++) {
    node = nextNode(root, node, line.charCodeAt(at));
    for (let end = endsAt(node); end !== undefined; end = end.ends) codes.add(end.word as string);
  }
  return codes;
}

const KEYWORD =
  '(?:function|class|interface|type|enum|struct|trait|impl|module|namespace|def|fn|func|fun|sub|macro|const|let|var|val)';

/** Returns a test for lines that define a name, in the way of common languages. */
function definitionOf(name: string): IsCited {
  const own = name.replaceAll('$', '\\$');
  const defines = new RegExp(
    `(?:\\b${KEYWORD}\\s+(?:\\([^)]*\\)\\s*)?\\*?${own}(?![\\w$]))|(?:^\\s*(?:[\\w<>\\[\\], ]+\\s)?${own}\\s*\\([^;]*[{:]\\s*$)`,
  );
  return (line) => line.length <= MAX_DEFINITION && defines.test(line);
}
