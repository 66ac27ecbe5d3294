import path from 'node:path';
import type { ContextStore } from '../../src/context/context-store.ts';
import { prepareSegments } from '../../src/context/ingest/prepare-segments.ts';
import type { RawSegment } from '../../src/context/ingest/raw-segment.ts';
import type { SegmentType } from '../../src/context/segment.ts';
import { loadO200k } from '../../src/tokens/o200k.ts';

/** A call that was answered, and what the model was shown. */
export interface RecordedCall {
  readonly tool: string;
  readonly shown: string;
  /** What was asked for, where that is no file: the command, the pattern, the question. Holds no known secret. */
  readonly topic?: string | undefined;
  /** Of a read: relative to the root. */
  readonly file?: string | undefined;
  readonly lines?: { readonly start: number; readonly end: number } | undefined;
  /** Less than was asked for is shown: it takes the place of nothing. */
  readonly cut?: boolean | undefined;
}

const TYPES: Readonly<Record<string, SegmentType>> = { read: 'code', grep: 'code', bash: 'log' };
/** UTF-16 units of a text that is written down. */
const LONGEST = 1024 * 1024;

/** The project that a root's calls are written down in: its folder's name, and what tells it from others of that name. */
export function projectOf(root: string): string {
  const name = path.basename(root).replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'root';
  let hash = 5381;
  for (let i = 0; i < root.length; i++) hash = (Math.imul(hash, 33) ^ root.charCodeAt(i)) >>> 0;
  return `${name.slice(0, 80)}:${hash.toString(16).padStart(8, '0')}`;
}

export interface RecordOptions {
  readonly project: string;
  /** Takes secrets out. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Writes a call down as a working segment; a read takes the place of older ones of the same lines. */
export async function recordCall(store: ContextStore, call: RecordedCall, options: RecordOptions): Promise<void> {
  const { project, redact } = options;
  const { tool, shown, topic, file, lines } = call;
  if (shown === '' || shown.length > LONGEST) return;
  const text = (shown as unknown as { toWellFormed(): string }).toWellFormed();
  const raw: RawSegment = { text, type: TYPES[tool] ?? 'log', topic, file, lines, tags: [`tool:${tool}`] };
  const { fresh, known } = await prepareSegments([raw], { store, project, loadTokenCounter: loadO200k, redact });
  await store.add(project, fresh, 'working');
  // What is shown again, unchanged, is in the context again, and the youngest there.
  await store.move(project, known, { from: ['working', 'stashed', 'archive'], to: 'working' });
  const id = fresh[0]?.id ?? known[0];
  if (file !== undefined && id !== undefined && call.cut !== true) await store.supersede(project, id);
}
