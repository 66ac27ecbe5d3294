/** Min characters of a meaningful line. A lone brace occurs everywhere. */
const MIN_CHARS = 8;
/** Max occurrences of a line. The agent was probably not looking for a more frequent one. */
const MAX_TIMES = 3;
/** Prefixes of a search such as `path:12:` and `12-`, and those of `nl`. */
const PLACE = /^(?:[^\s:]+:)?\s*\d+[:\-→\t]\s?/;

/** Returns the 1-based lines that a later result shows again, each on its own. */
export function linesShownAgain(lines: readonly string[], later: string): readonly number[] {
  const shown = new Set<string>();
  for (const line of later.split('\n')) {
    shown.add(line.trim());
    shown.add(line.replace(PLACE, '').trim());
  }
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const own = line.trim();
    if (own.length < MIN_CHARS) continue;
    const bare = shown.has(own) ? own : own.replace(PLACE, '').trim();
    if (bare.length >= MIN_CHARS && shown.has(bare)) places.set(bare, [...(places.get(bare) ?? []), at + 1]);
  }
  return few(places).sort((a, b) => a - b);
}

/** Number of consecutive lines in a run. */
const RUN = 3;
/** Min characters of a meaningful run. */
const MIN_RUN_CHARS = 40;

/** Returns the 1-based lines that a later result shows again in runs of at least three. */
export function linesInRuns(lines: readonly string[], later: string): readonly number[] {
  const shown = new Set(runsOf(later.split('\n')));
  const places = new Map<string, number[]>();
  for (const [at, run] of runsOf(lines).entries()) {
    if (run.length >= MIN_RUN_CHARS && shown.has(run)) places.set(run, [...(places.get(run) ?? []), at + 1]);
  }
  const found = few(places).flatMap((first) => Array.from({ length: RUN }, (_, i) => first + i));
  return [...new Set(found)].sort((a, b) => a - b);
}

function runsOf(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trim());
  return trimmed.slice(RUN - 1).map((_, at) => trimmed.slice(at, at + RUN).join('\n'));
}

function few(places: ReadonlyMap<string, readonly number[]>): number[] {
  return [...places.values()].filter((at) => at.length <= MAX_TIMES).flat();
}
