export interface BodyWatch {
  /** Of the whole body, or of one event. */
  readonly maxBytes: number;
  /** Whether it is a stream of events. */
  readonly events: boolean;
  /** The id of the request that it answers. */
  readonly answered: number | undefined;
  /** Aborted when nobody wants the rest. */
  readonly stop: AbortSignal;
  /** It ended or broke; `resumable`: its first bytes have an event id, by which the SDK asks for the rest. */
  onEnd(resumable: boolean): void;
  onTooLong(): void;
  /** The SDK wants no more of it. */
  onLeft(): void;
}

/** A body as it comes, until it ends, gets too long or is not wanted any more. */
export function boundedBody(body: ReadableStream<Uint8Array>, watch: BodyWatch): ReadableStream<Uint8Array> {
  const { maxBytes, events, answered, stop, onEnd, onTooLong, onLeft } = watch;
  const reader = body.getReader();
  let first = true;
  let resumable = false;
  let bytes = 0;
  let cut = false;

  const cutOff = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (cut) return;
    cut = true;
    reader.cancel().catch(() => {});
    if (!events || answered === undefined) {
      controller.error(new Error('no more of it is read'));
      return;
    }
    // With an answer, which nobody waits for, the SDK does not ask for the rest of the stream.
    controller.enqueue(Buffer.from(`\n\ndata: {"jsonrpc":"2.0","id":${answered},"result":{}}\n\n`));
    controller.close();
  };

  return new ReadableStream({
    start(controller) {
      if (stop.aborted) cutOff(controller);
      stop.addEventListener('abort', () => cutOff(controller), { once: true });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (cut) return;
        if (done) {
          cut = true;
          onEnd(resumable);
          controller.close();
          return;
        }
        if (first) resumable = /^id:/m.test(Buffer.from(value.subarray(0, 1024)).toString('latin1'));
        first = false;
        bytes = events && endsEvent(value) ? 0 : bytes + value.length;
        if (bytes > maxBytes) {
          onTooLong();
          cutOff(controller);
        } else controller.enqueue(value);
      } catch (error) {
        if (cut) return;
        cut = true;
        onEnd(resumable);
        controller.error(error);
      }
    },
    cancel(reason) {
      cut = true;
      onLeft();
      return reader.cancel(reason);
    },
  });
}

function endsEvent(chunk: Uint8Array): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.includes('\n\n') || bytes.includes('\r\n\r\n');
}
