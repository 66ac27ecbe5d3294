import { decoded } from './http-requests.ts';

/** An event of a stream (WHATWG HTML, "Parsing an event stream"). */
export interface StreamEvent {
  /** `message` by default. */
  readonly event: string;
  readonly data: string;
  /** Absent if it cannot be sent as a header. */
  readonly id?: string | undefined;
  /** Time to wait before a lost stream is opened again, in milliseconds. */
  readonly retry?: number | undefined;
}

const LINE_END = /\r\n|\r|\n/;

/** Reads the events of a body. Throws the result of `tooLong` if one exceeds `maxChars`. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  maxChars: number,
  tooLong: () => Error,
  signal?: AbortSignal,
): AsyncGenerator<StreamEvent> {
  let fields: Record<string, string> = {};
  let data: string[] = [];
  /** Parts of a line whose end has not arrived. */
  let held: string[] = [];
  let size = 0;
  let afterReturn = false;
  for await (const chunk of decoded(body, signal)) {
    // An LF after the CR of the previous chunk does not end another line.
    const [first = '', ...more] = (afterReturn && chunk[0] === '\n' ? chunk.slice(1) : chunk).split(LINE_END);
    afterReturn = chunk.endsWith('\r');
    size += chunk.length;
    held.push(first);
    for (const next of more) {
      const line = held.join('');
      held = [next];
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (line !== '') {
        if (field === 'data') data.push(value);
        else fields[field] = value;
        continue;
      }
      const { event, retry } = fields;
      const id = /^[ -~]*$/.test(fields['id'] ?? '') ? fields['id'] : undefined;
      const ms = /^\d+$/.test(retry ?? '') ? Number(retry) : undefined;
      if (data.length > 0 || id !== undefined || ms !== undefined)
        yield { event: event || 'message', data: data.join('\n'), id, retry: ms };
      [fields, data, size] = [{}, [], 0];
    }
    if (size > maxChars) throw tooLong();
  }
}
