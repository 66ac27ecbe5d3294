import { type Collection, collect } from '../../context/collector/collect.ts';
import { ContextError, type ContextFailure } from '../../context/context-error.ts';
import type { WorkingSet } from '../../context/context-store.ts';
import type { ContextDescriptors } from '../../context/ingest/descriptors-schema.ts';
import { prepareSegments } from '../../context/ingest/prepare-segments.ts';
import { type RawSegment, whyTooLong } from '../../context/ingest/raw-segment.ts';
import { DESCRIBED, isDescribed } from '../../context/segment.ts';
import { parseTimestamp } from '../../context/timestamp.ts';
import { checkId, checkOptionalId, isFailure, toRawSegment } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';
import { idTaken } from './failures.ts';

/**
 * Stores a platform's descriptors: its messages, its texts, and descriptions of segments without their text. Existing
 * segments, in any tier, stay unchanged, except that a text replaces a description. So sending the same window again
 * has no effect. The descriptors' task and file become the project's current ones. Returns the segments that could not
 * be stored. Throws a `ContextError` (`INVALID_PARAMETER`) for an invalid task or message, before anything is stored.
 */
async function ingestDescriptors(
  descriptors: ContextDescriptors | undefined,
  project: string,
  { store, loadTokenCounter, redact }: ContextDeps,
): Promise<readonly ContextFailure[]> {
  if (descriptors === undefined) return [];
  const task = checkOptionalId('task_info.task_id', descriptors.task_info?.task_id);
  const messages = toMessages(descriptors, task);
  const summaries = toSegments(descriptors, task);
  const raws = summaries.filter((one): one is RawSegment => !isFailure(one));
  const preparing = { store, project, loadTokenCounter, redact };
  const { fresh, taken } = await prepareSegments([...raws, ...messages], preparing);
  await store.add(project, fresh, 'working');
  await setFocus(descriptors, project, { store, redact });
  const withText = new Set(raws.filter((one) => !isDescribed(one)).map(({ id }) => id));
  return [...summaries.filter(isFailure), ...taken.filter((id) => withText.has(id)).map(idTaken)];
}

/**
 * Sets the project's current task and file. The task stays until another one is named. The file stays until another one
 * or null is given.
 */
async function setFocus(
  { task_info, current_file: file }: ContextDescriptors,
  project: string,
  { store, redact = (text) => text }: Pick<ContextDeps, 'store' | 'redact'>,
): Promise<void> {
  const currentTask = task_info?.task_id;
  const activeFile = file && redact(file.path);
  if (currentTask === undefined && activeFile === undefined) return;
  const before = await store.state(project);
  const isSame =
    (currentTask ?? before.currentTask) === before.currentTask &&
    (activeFile === undefined || activeFile === before.activeFile);
  if (!isSame) await store.setFocus(project, { currentTask, activeFile });
}

function toMessages({ recent_messages = [] }: ContextDescriptors, task: string | undefined): readonly RawSegment[] {
  return recent_messages
    .filter(({ content }) => content !== '')
    .map(({ role, content, timestamp }): RawSegment => {
      const tooLong = whyTooLong(content);
      if (tooLong !== undefined) throw new ContextError('INVALID_PARAMETER', `cannot store ${tooLong}`);
      const createdAt = timestamp === undefined ? undefined : parseTimestamp(timestamp);
      return { text: toWellFormed(content), type: 'message', task, tags: [`role:${role}`], createdAt };
    });
}

function toSegments({ segment_summaries = [] }: ContextDescriptors, task: string | undefined) {
  return segment_summaries.map(({ preview, tokens, ...given }, at): RawSegment | ContextFailure => {
    const raw = toRawSegment({ ...given, text: given.text ?? toWellFormed(preview), task_id: task }, at);
    return given.text !== undefined || isFailure(raw) ? raw : { ...raw, tokens, tags: [DESCRIBED] };
  });
}

const toWellFormed = (text: string): string => (text as unknown as { toWellFormed(): string }).toWellFormed();

/** Arguments that all analyzing tools have in common. */
export interface AnalyzeArgs {
  readonly project_id: string;
  readonly context_descriptors?: ContextDescriptors | undefined;
  readonly task_id?: string | undefined;
}

export interface AnalyzedContext {
  readonly project: string;
  readonly set: WorkingSet;
  readonly collection: Collection;
  /** Segments of the descriptors that could not be stored. */
  readonly errors: readonly ContextFailure[];
}

/** Stores the descriptors, if any, then marks and scores the working set. */
export async function analyzeContext(args: AnalyzeArgs, deps: ContextDeps): Promise<AnalyzedContext> {
  const project = checkId('project_id', args.project_id);
  const task = checkOptionalId('task_id', args.task_id);
  const errors = await ingestDescriptors(args.context_descriptors, project, deps);
  const set = await deps.store.working(project);
  return { project, set, errors, collection: collect(set, task === undefined ? {} : { currentTask: task }) };
}
