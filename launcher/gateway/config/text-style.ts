/** Formatting of a file, so that additions match the rest. */
export interface TextStyle {
  readonly newline: '\n' | '\r\n';
  /** One step of indentation. */
  readonly step: string;
}

/** Detects the style from the first line break and the first indented line. The default indentation is two spaces. */
export function styleOf(text: string): TextStyle {
  const newline = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  const step = /^([ \t]+)["}]/m.exec(text)?.[1] ?? '  ';
  return { newline, step };
}

/** Returns the leading whitespace of the line that contains `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Returns the offset where the line that contains `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Formats a value as JSON. Lines after the first are indented by `indent`. */
export function toJson(value: unknown, { step, newline }: TextStyle, indent: string): string {
  return JSON.stringify(value, null, step).replaceAll('\n', newline + indent);
}
