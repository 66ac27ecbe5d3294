export const NDJSON_TYPE = 'application/x-ndjson';

/** Values as lines of JSON, each written when it is ready; whoever stops reading stops what makes them. */
export function toNdjson(values: AsyncGenerator<object, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await values.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
    async cancel() {
      await values.return();
    },
  });
}
