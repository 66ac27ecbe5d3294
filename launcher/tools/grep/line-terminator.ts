/** Returns `line` without the `\n`, `\r\n` or `\r` at its end. */
export function withoutTerminator(line: string): string {
  if (line.endsWith('\r\n')) return line.slice(0, -2);
  return line.endsWith('\n') || line.endsWith('\r') ? line.slice(0, -1) : line;
}
