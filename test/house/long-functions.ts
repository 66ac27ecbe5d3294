import { readFile } from './tree.ts';

export interface LongFunction {
  readonly file: string;
  /** First line, 1-based. */
  readonly line: number;
  readonly lines: number;
}

/** First line of a function, a method, or an arrow function with a body. */
const BEGIN =
  /^(\s*)(?:(?:export |default |async |static |readonly |get |set )*(?:function\*?\s+\w+|[\w#]+\s*(?:<[^>]*>)?)\(.*\{$|.*=> \{$|.*function\*? ?\w*\(.*\{$|.*\): .* \{$)/;
const NO_FUNCTION = /^\s*(?:if|for|while|switch|else|do|try|catch|class|return \{|\} else)\b/;

/** Returns functions of more than `min` lines. Finds their ends by the formatter's indentation. */
export function longFunctions(files: readonly string[], min: number): readonly LongFunction[] {
  return files.flatMap((file) => {
    const lines = readFile(file).split('\n');
    return lines.flatMap((text, at) => {
      const indent = NO_FUNCTION.test(text) ? undefined : BEGIN.exec(text)?.[1];
      if (indent === undefined) return [];
      const own = indentOf(lines, at, indent);
      const end = lines.findIndex((one, i) => i > at && one.startsWith(`${own}}`));
      const count = end - at + 1;
      return count > min ? [{ file, line: at + 1, lines: count }] : [];
    });
  });
}

/** Returns the indentation of the statement that ends on a line, which may be below parameters on separate lines. */
function indentOf(lines: readonly string[], at: number, indent: string): string {
  return /^\s*\)/.test(lines[at] ?? '') ? (/^\s*/.exec(lines[at] ?? '')?.[0] ?? indent) : indent;
}
