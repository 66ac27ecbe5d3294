import { UsageError } from './command.ts';

/** Ports that browsers and `fetch` block (Fetch standard, "bad port"). */
const BLOCKED: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]);

/** Parses an option's port; 0 means any free port. Throws `UsageError`, also for a port that clients cannot reach. */
export function toPort(option: string, value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new UsageError(`cannot use ${option} "${value}": expected an integer from 0 to 65535`);
  if (!BLOCKED.has(port)) return port;
  throw new UsageError(`cannot use ${option} "${value}": expected a port that browsers and fetch do not block`);
}
