import type { ContextStore, ProjectCount } from '../../../src/context/context-store.ts';
import { sumWorkingSet, type WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';

/** Data of a team's context page. */
export interface ContextView {
  /** Largest working set first. */
  readonly projects: readonly ProjectCount[];
  /** Undefined if there is no project. */
  readonly shown: { readonly project: ProjectCount; readonly sum: WorkingSetSum } | undefined;
}

/** Reads all projects, and the working set of the requested one (default: the largest). Rejects with a `SqlError`. */
export async function readContext(
  store: Pick<ContextStore, 'projects' | 'working'>,
  asked: string | undefined,
): Promise<ContextView> {
  const projects = [...(await store.projects())].sort((a, b) => b.workingTokens - a.workingTokens);
  const project = projects.find((one) => one.project === asked) ?? projects[0];
  if (project === undefined) return { projects, shown: undefined };
  return { projects, shown: { project, sum: sumWorkingSet(await store.working(project.project)) } };
}
