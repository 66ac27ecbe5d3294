import type { PruningMetadata } from './pruning-metadata.ts';

/**
 * Merges the metadata of several texts of one result. A single one is returned unchanged. Otherwise the metadata of an
 * applied one is used, with summed sizes and durations.
 */
export function sumMetadata(all: readonly PruningMetadata[]): PruningMetadata | undefined {
  const lead = all.find(({ applied }) => applied) ?? all.find(({ attempted }) => attempted) ?? all[0];
  if (lead === undefined || all.length === 1) return lead;
  const sum = (of: (one: PruningMetadata) => number | undefined): number =>
    all.reduce((total, one) => total + (of(one) ?? 0), 0);
  const pruned = sum(({ pruned_bytes, raw_bytes }) => pruned_bytes ?? raw_bytes);
  const raw_bytes = sum((one) => one.raw_bytes);
  if (!lead.attempted) return { ...lead, raw_bytes };
  const pruner_duration_ms = sum((one) => one.pruner_duration_ms);
  const verbatim = all.some((one) => one.verbatim === false) && { verbatim: false as const };
  return { ...lead, raw_bytes, pruner_duration_ms, ...(lead.applied && { pruned_bytes: pruned }), ...verbatim };
}
