import type { Lines } from '../../../../../src/text/lines.ts';

export type HostLimit = 'Claude Code' | 'Claude Code before 2.1.2' | 'Codex' | 'Codex before 0.60';

/** A host's limit for the output of a command. */
interface Limit {
  readonly unit: 'characters' | 'bytes';
  /** Max size of output that is shown whole. */
  readonly max: number;
  readonly maxLines?: number | undefined;
  /** Sizes to show of longer output, from its start and its end, in the same unit. */
  readonly ends: readonly [head: number, tail: number];
}

/**
 * Default limits of hosts for the output of a shell. Files that are read have other limits. A recorded result was
 * already limited by its own host.
 * - Claude Code since 2.1.2: 30,000 characters. Of longer output it shows the first 2,000, and stores all of it in a file.
 * - Claude Code before: 30,000 characters, half from each end (`BASH_MAX_OUTPUT_LENGTH`)
 * - Codex since 0.60: 10,000 tokens at 4 bytes each, half from each end (`tool_output_token_limit`)
 * - Codex before: 10 KiB and 256 lines, half from each end
 */
const LIMITS: Readonly<Record<HostLimit, Limit>> = {
  'Claude Code': { unit: 'characters', max: 30_000, ends: [2000, 0] },
  'Claude Code before 2.1.2': { unit: 'characters', max: 30_000, ends: [15_000, 15_000] },
  Codex: { unit: 'bytes', max: 40_000, ends: [20_000, 20_000] },
  'Codex before 0.60': { unit: 'bytes', max: 10_240, maxLines: 256, ends: [5120, 5120] },
};

/** All limits, in the order of the tables. */
export const HOST_LIMITS = Object.keys(LIMITS) as readonly HostLimit[];

/** Returns the lines that a host would show in full, as one byte per line. A line that is cut counts as left out. */
export function keepWithin(lines: Lines, host: HostLimit): Uint8Array {
  const { unit, max, maxLines = lines.count, ends } = LIMITS[host];
  const sizes = Float64Array.from({ length: lines.count }, (_, i) => sizeOf(lines, i, unit));
  const kept = new Uint8Array(lines.count);
  if (lines.count <= maxLines && sizes.reduce((sum, size) => sum + size, 0) <= max) return kept.fill(1);
  const fits = (line: number, left: number, n: number): boolean =>
    (sizes[line] ?? Infinity) <= left && n < maxLines / 2;
  const [head, tail] = ends;
  for (let n = 0, left = head; fits(n, left, n); n++) {
    kept[n] = 1;
    left -= sizes[n] as number;
  }
  for (let n = 0, left = tail; fits(lines.count - 1 - n, left, n); n++) {
    kept[lines.count - 1 - n] = 1;
    left -= sizes[lines.count - 1 - n] as number;
  }
  return kept;
}

function sizeOf({ text, starts }: Lines, line: number, unit: Limit['unit']): number {
  const from = starts[line] as number;
  const to = starts[line + 1] as number;
  return unit === 'characters' ? to - from : Buffer.byteLength(text.slice(from, to));
}
