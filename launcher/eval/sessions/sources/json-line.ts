/** Returns a JSON text as one line. JSON has line breaks between its values only, where a space does as well. */
export function toJsonLine(json: string): Uint8Array {
  return Buffer.from(`${json.replaceAll('\n', ' ')}\n`);
}
