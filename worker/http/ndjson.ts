import type { Pause } from '../../src/text/cooperative-task.ts';
import { writeJson } from './write-json.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

const LINE_FEED = new Uint8Array([0x0a]);

/** Streams values as lines of JSON, each as soon as it is ready. If the reader stops, so does the generator. */
export function toNdjson(values: AsyncGenerator<object, void, undefined>, turn: Pause): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await values.next();
      if (next.done) controller.close();
      else {
        controller.enqueue(await writeJson(next.value, turn));
        controller.enqueue(LINE_FEED);
      }
    },
    async cancel() {
      await values.return();
    },
  });
}
