import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { PruneRequest } from '../pruner.ts';
import type { Runs } from './blocks.ts';
import { headersApart, headersByLine, recordsApart } from './chunks/separate-chunks.ts';
import { hardEvidence } from './evidence.ts';
import { foreignFrames } from './frames.ts';
import { quietLines } from './levels.ts';
import { type Outline, outline } from './outline.ts';
import type { Pair, Policy } from './policy.ts';
import { recordNames } from './record-names.ts';
import { splitLong } from './records.ts';

/** A text as its policy reads it. */
export interface Structure {
  readonly policy: Policy;
  readonly shape: Outline;
  /** Units kept or omitted as a whole. Records of very many lines are cut into chunks. */
  readonly records: Runs | undefined;
  /** In source: the lines that open a bracket or a string, each with the line that closes it. */
  readonly pairs: readonly Pair[];
  /** The line that encloses each line, or -1. */
  readonly headers: Int32Array | undefined;
  /**
   * For each line that opens a record or is in one: the line that names the record, otherwise -1. The name is shown
   * with the line.
   */
  readonly names: Int32Array | undefined;
  /** Lines that are not kept with their record; one byte a line. */
  readonly aside: Uint8Array | undefined;
  /** Lines kept regardless of score; one byte a line. */
  readonly evidence: Uint8Array;
  /** Lines of a log below the level `info`, which go first; one byte a line. Undefined if they are not told apart. */
  readonly quiet: Uint8Array | undefined;
}

/** Finds a text's records, the lines that enclose others, and the lines that are never dropped. */
export function* readStructure(
  lines: Lines,
  policy: Policy,
  { failed }: Pick<PruneRequest, 'failed'>,
): CooperativeTask<Structure> {
  const hasLabels = policy.kind === 'source';
  const shape = yield* outline(lines, hasLabels);
  // A policy reads whole lines, because part of a row or diff line has another form.
  const text = lines.chunks?.whole ?? lines;
  const ofText = lines.chunks ? yield* outline(text, hasLabels) : shape;
  const ofLines = policy.records && (yield* policy.records(text, ofText));
  const whole = ofLines && recordsApart(lines, ofLines);
  const records = whole && splitLong(whole, shape.roles);
  const pairs = (lines.chunks === undefined && ofLines?.pairs) || [];
  const enclosing = policy.headers && (yield* policy.headers(text, ofText));
  const headers = yield* headersApart(lines, policy, enclosing);
  const named = { lines: text, shape: ofText, headers: enclosing, keyed: policy.keyed ? ofLines : undefined };
  const names = policy.named || policy.keyed ? headersByLine(lines, yield* recordNames(named)) : undefined;
  const aside = policy.evidence?.errors ? yield* foreignFrames(lines, shape) : undefined;
  const evidence = yield* hardEvidence({ lines, policy, records: whole, aside, failed: failed === true });
  const quiet = policy.kind === 'log' ? yield* quietLines(lines) : undefined;
  return { policy, shape, records, pairs, headers, names, aside, evidence, quiet };
}
