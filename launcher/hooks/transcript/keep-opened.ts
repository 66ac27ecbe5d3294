import { putNewest } from '../../../src/memory/put-newest.ts';

/** Sessions that are remembered at once: subagents have one each. A session takes at most 8 MiB. */
const MAX_OPEN = 8;

/** Opens each by its name once; those that were asked for last are kept. */
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
