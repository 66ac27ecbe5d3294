/**
 * Reads the body as text. Returns `undefined` as soon as it exceeds `maxBytes`, and cancels the rest. Rejects if the
 * body does.
 */
export async function readCapped(answer: Response, maxBytes: number): Promise<string | undefined> {
  if (answer.body === null) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}
