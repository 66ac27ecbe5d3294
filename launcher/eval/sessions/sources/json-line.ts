/** Returns a JSON text on one line. Line breaks occur only between values in JSON, where a space is equivalent. */
export function toJsonLine(json: string): Uint8Array {
  return Buffer.from(`${json.replaceAll('\n', ' ')}\n`);
}
