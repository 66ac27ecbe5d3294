import { type Collection, collect } from '../../context/collector/collect.ts';
import type { ContextFailure } from '../../context/context-error.ts';
import type { WorkingSet } from '../../context/context-store.ts';
import type { ContextDescriptors } from '../../context/ingest/descriptors-schema.ts';
import { checkId, checkOptionalId } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';
import { ingestDescriptors } from './ingest-descriptors.ts';

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
