import { loadO200k } from '../../base/tokens/o200k.ts';
import type { SharedTool } from '../../mcp/shared-tool.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import { analyzeUsage } from './analyze-usage.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, toContextTool } from './context-tool.ts';
import { gcAnalyze } from './gc-analyze.ts';
import { gcPin, gcUnpin } from './gc-pin.ts';
import { gcPrune } from './gc-prune.ts';
import { getWorkingSet } from './get-working-set.ts';
import { retrieveStashed } from './retrieve-stashed.ts';
import { searchStashed } from './search-stashed.ts';
import { stash } from './stash.ts';
import { createTaskSnapshot, getTaskContext, setCurrentTask } from './task-tools.ts';

const SPECS = [
  ...[analyzeUsage, getWorkingSet, gcAnalyze, gcPrune, gcPin, gcUnpin, stash, searchStashed, retrieveStashed],
  ...[createTaskSnapshot, getTaskContext, setCurrentTask],
] as unknown as readonly ContextToolSpec<object>[];

/** Options of the tools; only the store is required. */
export interface ContextToolOptions extends Omit<ContextDeps, Defaults>, Partial<Pick<ContextDeps, Defaults>> {}

/** Options with defaults: tokens are counted by `loadO200k`, questions are not answered, ids are random. */
type Defaults = 'loadTokenCounter' | 'prune' | 'newId';

const ID_BYTES = 8;
const DEFAULTS: Pick<ContextDeps, Defaults> = {
  loadTokenCounter: loadO200k,
  prune: async () => undefined,
  newId: () => randomHex(ID_BYTES),
};

/** A context tool; `open` binds it to a call's dependencies. */
export interface ContextTool {
  readonly name: string;
  open(options: ContextToolOptions): SharedTool;
}

/** The twelve `context_*` tools. */
export const CONTEXT_TOOLS: readonly ContextTool[] = SPECS.map((spec) => ({
  name: spec.name,
  open: (options) => toContextTool(spec, { ...DEFAULTS, ...options }),
}));

/**
 * Creates the twelve `context_*` tools over one owner's segments, for your own server. List
 * them, validate a call's arguments with `arguments`, and pass results on unchanged.
 */
export function createContextTools(options: ContextToolOptions): readonly SharedTool[] {
  return CONTEXT_TOOLS.map((tool) => tool.open(options));
}
