import { putNewest } from '../../../src/session-memory/put-newest.ts';

/** Max sessions to keep open, because each subagent has its own. A session takes at most 8 MiB. */
const MAX_OPEN = 8;

/** Returns a caching version of `open`. The most recently used entries are kept. */
export function keepOpened<T, More extends readonly unknown[]>(
  open: (name: string, ...more: More) => T,
): (name: string, ...more: More) => T {
  const opened = new Map<string, T>();
  return (name, ...more) => {
    const one = opened.get(name) ?? open(name, ...more);
    putNewest(opened, name, one, MAX_OPEN);
    return one;
  };
}
