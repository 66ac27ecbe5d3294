/** How a file is written, so that what is added looks like the rest. */
export interface TextStyle {
  readonly newline: '\n' | '\r\n';
  /** One step of indentation. */
  readonly step: string;
}

/** Told by the first line break and the first line that is indented; two blanks where none is. */
export function styleOf(text: string): TextStyle {
  const newline = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  const step = /^([ \t]+)["}]/m.exec(text)?.[1] ?? '  ';
  return { newline, step };
}

/** The blanks that a line begins with, of the line that holds `offset`. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Where the line that holds `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** A value as JSON, its lines after the first indented by `indent`. */
export function toJson(value: unknown, { step, newline }: TextStyle, indent: string): string {
  return JSON.stringify(value, null, step).replaceAll('\n', newline + indent);
}
