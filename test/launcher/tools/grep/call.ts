import { systemEdges } from '../../../../launcher/platform/process/run-child.ts';
import type { GrepArguments } from '../../../../launcher/tools/grep/arguments.ts';
import type { SearchEngine } from '../../../../launcher/tools/grep/engine.ts';
import { executeGrep, type GrepEdges } from '../../../../launcher/tools/grep/execute.ts';
import type { GrepErrorCode, GrepResult } from '../../../../launcher/tools/grep/result.ts';
import type { ToolContext, ToolOutcome } from '../../../../launcher/tools/tool.ts';

export interface GrepCall extends Partial<Omit<GrepArguments, 'pattern'>> {
  readonly root: string;
  readonly pattern: string;
  readonly signal?: AbortSignal;
  readonly serverEnv?: ToolContext['env'];
  readonly engine?: SearchEngine;
  readonly edges?: Partial<GrepEdges>;
}

/** Makes a call with default arguments, by the given engine or the one that is normally chosen. */
export function callGrep(call: GrepCall): Promise<ToolOutcome<GrepResult, GrepErrorCode>> {
  const { root, signal, serverEnv, engine, edges, ...args } = call;
  const context: ToolContext = {
    root,
    signal: signal ?? new AbortController().signal,
    env: serverEnv ?? process.env,
    reportProgress: () => {},
  };
  const defaults = {
    fixed_string: false,
    case_sensitive: true,
    context_lines: 0,
    timeout_ms: 120_000,
    max_matches: 500,
  };
  const chosen = engine === undefined ? edges : { ...edges, engines: [engine] };
  if (chosen?.engines === undefined) return executeGrep({ ...defaults, ...args }, context);
  return executeGrep({ ...defaults, ...args }, context, { ...systemEdges, ...chosen, engines: chosen.engines });
}
