import type { SharedTool } from '../../mcp/shared-tool.ts';
import { analyzeUsage } from './analyze-usage.ts';
import { type ContextDeps, type ContextToolSpec, toContextTool } from './context-tool.ts';
import { gcAnalyze } from './gc-analyze.ts';
import { gcPin, gcUnpin } from './gc-pin.ts';
import { gcPrune } from './gc-prune.ts';
import { getWorkingSet } from './get-working-set.ts';
import { retrieveStashed } from './retrieve-stashed.ts';
import { searchStashed } from './search-stashed.ts';
import { stash } from './stash.ts';
import { createTaskSnapshot, getTaskContext, listProjects, setCurrentTask } from './task-tools.ts';

const SPECS = [
  ...[analyzeUsage, getWorkingSet, gcAnalyze, gcPrune, gcPin, gcUnpin, stash, searchStashed, retrieveStashed],
  ...[createTaskSnapshot, getTaskContext, setCurrentTask, listProjects],
] as unknown as readonly ContextToolSpec<object>[];

/** Names of the tools, for hosts that list them before anything is opened. */
export const CONTEXT_TOOL_NAMES: readonly string[] = SPECS.map(({ name }) => name);

/** One of the tools, as `open` has it for a call. */
export interface ContextTool {
  readonly name: string;
  open(deps: ContextDeps): SharedTool;
}

/** Seed 4's tools and `context_list_projects`. */
export const CONTEXT_TOOLS: readonly ContextTool[] = SPECS.map((spec) => ({
  name: spec.name,
  open: (deps) => toContextTool(spec, deps),
}));

/** All of them, over one owner's segments. */
export function createContextTools(deps: ContextDeps): readonly SharedTool[] {
  return CONTEXT_TOOLS.map((tool) => tool.open(deps));
}
