/** Values by labels, up to a max number; further ones are counted together under `other`. */
export interface Series<T> {
  /** Returns the value for these labels, created on first use. */
  of(labels: Readonly<Record<string, string>>): T;
  all(): readonly (readonly [labels: Readonly<Record<string, string>>, value: T])[];
}

/** Max series, so that label values chosen by clients cannot fill the memory. */
const MAX = 1_000;
const OTHER = 'other';

/** Creates an empty series; `make` creates a value. */
export function createSeries<T>(make: () => T): Series<T> {
  const found = new Map<string, readonly [Readonly<Record<string, string>>, T]>();
  const of: Series<T>['of'] = (labels) => {
    const id = idOf(labels);
    const known = found.get(id);
    if (known !== undefined) return known[1];
    const isOther = Object.values(labels).every((text) => text === OTHER);
    if (found.size >= MAX && !isOther) {
      return of(Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER])));
    }
    const value = make();
    found.set(id, [labels, value]);
    return value;
  };
  return { of, all: () => [...found.values()] };
}

/** Length prefixes keep the values apart. */
function idOf(labels: Readonly<Record<string, string>>): string {
  let id = '';
  for (const name in labels) id += `${labels[name]?.length}:${labels[name]}`;
  return id;
}
