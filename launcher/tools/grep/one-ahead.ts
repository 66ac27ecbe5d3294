/** Yields the same items, but requests each one while the previous one is in use. */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let upcoming = source.next();
  for (;;) {
    const next = await upcoming;
    if (next.done === true) return;
    upcoming = source.next();
    yield next.value;
  }
}
