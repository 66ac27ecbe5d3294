import type { Runs } from './blocks.ts';
import { hardEvidence } from './evidence.ts';
import { foreignFrames } from './frames.ts';
import type { Lines } from './lines.ts';
import { type Outline, outline } from './outline.ts';
import { headersApart, recordsApart } from './pieces/apart.ts';
import type { Policy } from './policies/policy.ts';
import { splitLong } from './policies/records.ts';
import type { PruneRequest } from './pruner.ts';
import type { Steps } from './steps.ts';

/** A text as its policy reads it. */
export interface Structure {
  readonly policy: Policy;
  readonly shape: Outline;
  /** What is kept or left whole; a record of very many lines is cut into pieces. */
  readonly records: Runs | undefined;
  /** The line that encloses each line, or -1. */
  readonly headers: Int32Array | undefined;
  /** Lines that are not kept with their record: a byte a line. */
  readonly aside: Uint8Array | undefined;
  /** Lines that are kept whatever their score: a byte a line. */
  readonly evidence: Uint8Array;
}

/** Finds the records of a text, what encloses its lines, and what is never dropped. */
export function* readStructure(
  lines: Lines,
  policy: Policy,
  { failed }: Pick<PruneRequest, 'failed'>,
): Steps<Structure> {
  const hasLabels = policy.kind === 'source';
  const shape = yield* outline(lines, hasLabels);
  // A policy reads whole lines: half a row or half a line of a diff has another form.
  const text = lines.pieces?.whole ?? lines;
  const ofText = lines.pieces ? yield* outline(text, hasLabels) : shape;
  const whole = policy.records && recordsApart(lines, yield* policy.records(text, ofText));
  const records = whole && splitLong(whole, shape.roles);
  const headers = yield* headersApart(lines, policy, policy.headers && (yield* policy.headers(text, ofText)));
  const aside = policy.evidence?.errors ? yield* foreignFrames(lines, shape) : undefined;
  const evidence = yield* hardEvidence({ lines, policy, records: whole, aside, failed: failed === true });
  return { policy, shape, records, headers, aside, evidence };
}
