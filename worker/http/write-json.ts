import { type CooperativeTask, inTurns, type Pause } from '../../src/text/cooperative-task.ts';

/** Approximate number of characters written at once. */
const PART = 131_072;
/** Cost of writing, relative to counting tokens. */
const SHARE = 0.3;

/** Serializes plain data as UTF-8 JSON, in parts that each wait for their turn. */
export async function serializeJson(value: object, turn: Pause): Promise<Uint8Array<ArrayBuffer>> {
  const parts = new Parts();
  await inTurns(write(value, parts), turn);
  return parts.joined();
}

const encoder = new TextEncoder();

/** Parts are encoded immediately; encoding everything at the end would be one long block of work. */
class Parts {
  readonly #parts: Uint8Array[] = [];
  #bytes = 0;

  push(text: string): void {
    const part = encoder.encode(text);
    this.#parts.push(part);
    this.#bytes += part.byteLength;
  }

  joined(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.byteLength;
    }
    return all;
  }
}

function* write(value: unknown, parts: Parts): CooperativeTask<void> {
  const size = sizeOf(value, PART);
  if (size <= PART) {
    yield size * SHARE;
    parts.push(JSON.stringify(value) ?? 'null');
  } else if (typeof value === 'string') yield* writeString(value, parts);
  else if (Array.isArray(value)) yield* writeList(value, parts);
  else yield* writeObject(value as object, parts);
}

function* writeString(value: string, parts: Parts): CooperativeTask<void> {
  parts.push('"');
  for (let from = 0; from < value.length; ) {
    let to = Math.min(from + PART, value.length);
    // Half of a surrogate pair would be written as an escape.
    if (to < value.length && (value.charCodeAt(to) & 0xfc00) === 0xdc00) to++;
    yield (to - from) * SHARE;
    parts.push(JSON.stringify(value.slice(from, to)).slice(1, -1));
    from = to;
  }
  parts.push('"');
}

function* writeList(list: readonly unknown[], parts: Parts): CooperativeTask<void> {
  parts.push('[');
  for (let from = 0; from < list.length; ) {
    if (from > 0) parts.push(',');
    let size = sizeOf(list[from], PART);
    let to = from + 1;
    for (; size <= PART && to < list.length; to++) size += sizeOf(list[to], PART);
    if (to === from + 1) yield* write(list[from], parts);
    else {
      // The last item may be large, so it begins the next part.
      if (size > PART) to--;
      yield PART * SHARE;
      parts.push(JSON.stringify(list.slice(from, to)).slice(1, -1));
    }
    from = to;
  }
  parts.push(']');
}

function* writeObject(value: object, parts: Parts): CooperativeTask<void> {
  let mark = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    parts.push(`${mark}${JSON.stringify(key)}:`);
    mark = ',';
    yield* write(field, parts);
  }
  parts.push(mark === '{' ? '{}' : '}');
}

/** Estimates the characters that a value takes; stops counting above `max`. */
function sizeOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && size <= max; i++) size += 1 + sizeOf(value[i], max - size);
    return size;
  }
  for (const key in value) {
    if (size > max) break;
    size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key], max - size);
  }
  return size;
}
