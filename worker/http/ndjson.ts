import type { Pause } from '../../src/pruning/steps.ts';
import { writeJson } from './write-json.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

const LINE_FEED = new Uint8Array([0x0a]);

/** Values as lines of JSON, each written when it is ready; whoever stops reading stops what makes them. */
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
