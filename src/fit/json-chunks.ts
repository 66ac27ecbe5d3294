import { isContainer, type Json } from '../base/json/json.ts';
import { writeJson } from '../base/json/json-number.ts';

/** Target size of a chunk in characters. */
const CHUNK = 64 * 1024;
/** Items written at once until their size is known. */
const FIRST_BATCH = 64;
/** Levels whose containers are written in parts. */
const LEVELS = 3;

/**
 * Writes the same JSON as `writeJson`, in chunks, so that the whole is never in memory at once. Hardly slower, because
 * array items are written in batches.
 */
export function* jsonChunks(value: Json, level = 0): Generator<string> {
  if (typeof value === 'string' && value.length > CHUNK) yield* stringChunks(value);
  else if (level >= LEVELS || !isContainer(value)) yield writeJson(value);
  else if (Array.isArray(value)) yield* arrayChunks(value, level);
  else yield* objectChunks(value as { readonly [key: string]: Json }, level);
}

function* arrayChunks(items: readonly Json[], level: number): Generator<string> {
  if (items.length < FIRST_BATCH) {
    for (let i = 0; i < items.length; i++) {
      yield i === 0 ? '[' : ',';
      yield* jsonChunks(items[i] as Json, level + 1);
    }
    yield items.length === 0 ? '[]' : ']';
    return;
  }
  let batch = FIRST_BATCH;
  for (let at = 0; at < items.length; ) {
    const json = writeJson(items.slice(at, at + batch));
    yield at === 0 ? '[' : ',';
    yield json.slice(1, -1);
    at += batch;
    batch = Math.max(1, Math.min(100_000, Math.round((batch * CHUNK) / json.length)));
  }
  yield ']';
}

function* objectChunks(fields: { readonly [key: string]: Json }, level: number): Generator<string> {
  const keys = Object.keys(fields);
  if (keys.length > 1000) {
    yield writeJson(fields);
    return;
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    yield `${i === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    yield* jsonChunks(fields[key] as Json, level + 1);
  }
  yield keys.length === 0 ? '{}' : '}';
}

function* stringChunks(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK);
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}
