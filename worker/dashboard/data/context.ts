import type { ContextStore, ProjectCount } from '../../../src/context/context-store.ts';
import { sumWorkingSet, type WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';

/** What the page about context shows of a team. */
export interface ContextView {
  /** Largest working set first. */
  readonly projects: readonly ProjectCount[];
  /** Undefined where there is no project. */
  readonly shown: { readonly project: ProjectCount; readonly sum: WorkingSetSum } | undefined;
}

/** Reads the projects there are and the working set of the one asked for, else of the largest. Rejects with a `SqlError`. */
export async function readContext(
  store: Pick<ContextStore, 'projects' | 'working'>,
  asked: string | undefined,
): Promise<ContextView> {
  const projects = [...(await store.projects())].sort((a, b) => b.workingTokens - a.workingTokens);
  const project = projects.find((one) => one.project === asked) ?? projects[0];
  if (project === undefined) return { projects, shown: undefined };
  return { projects, shown: { project, sum: sumWorkingSet(await store.working(project.project)) } };
}
