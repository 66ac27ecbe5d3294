import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { ContextStore } from '../../../src/context/context-store.ts';
import { prepareSegments } from '../../../src/context/ingest/prepare-segments.ts';
import type { RawSegment } from '../../../src/context/ingest/raw-segment.ts';
import type { SegmentType } from '../../../src/context/segment.ts';

/** An answered call, and the text that the model was shown. */
export interface RecordedCall {
  readonly tool: string;
  readonly shown: string;
  /** Subject of a call without a file: the command, pattern or question. Known secrets are removed. */
  readonly topic?: string | undefined;
  /** File of a read, relative to the root. */
  readonly file?: string | undefined;
  readonly lines?: { readonly start: number; readonly end: number } | undefined;
  /** True if the model was shown less than it requested, so that the call does not supersede earlier reads. */
  readonly cut?: boolean | undefined;
}

const TYPES: Readonly<Record<string, SegmentType>> = { read: 'code', grep: 'code', bash: 'log' };
/** Max UTF-16 units of a text to record. Longer ones are dropped. */
const LONGEST = 1024 * 1024;

export interface RecordOptions {
  readonly project: string;
  /** Removes secrets. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Records a call as a segment of the working set. A read supersedes older reads of the same lines. */
export async function recordCall(store: ContextStore, call: RecordedCall, options: RecordOptions): Promise<void> {
  const { project, redact } = options;
  const { tool, shown, topic, file, lines } = call;
  if (shown === '' || shown.length > LONGEST) return;
  const text = (shown as unknown as { toWellFormed(): string }).toWellFormed();
  const raw: RawSegment = { text, type: TYPES[tool] ?? 'log', topic, file, lines, tags: [`tool:${tool}`] };
  const { fresh, known } = await prepareSegments([raw], { store, project, loadTokenCounter: loadO200k, redact });
  await store.add(project, fresh, 'working');
  // Content that is shown again unchanged is in the context again, as its newest part.
  await store.move(project, known, { from: ['working', 'stashed', 'archive'], to: 'working' });
  const id = fresh[0]?.id ?? known[0];
  if (file !== undefined && id !== undefined && call.cut !== true) await store.supersede(project, id);
}
