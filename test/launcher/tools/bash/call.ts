import type { BashArguments } from '../../../../launcher/tools/bash/arguments.ts';
import { type BashEdges, executeBash } from '../../../../launcher/tools/bash/execute.ts';
import type { BashErrorCode, BashResult } from '../../../../launcher/tools/bash/result.ts';
import type { ToolContext, ToolOutcome } from '../../../../launcher/tools/tool.ts';

export interface BashCall extends Partial<Omit<BashArguments, 'command'>> {
  readonly root: string;
  readonly command: string;
  readonly signal?: AbortSignal;
  readonly serverEnv?: ToolContext['env'];
  readonly reportProgress?: ToolContext['reportProgress'];
  readonly edges?: BashEdges;
}

/** Makes a call. By default it has a long timeout and ignores progress. */
export function callBash(call: BashCall): Promise<ToolOutcome<BashResult, BashErrorCode>> {
  const { root, signal, serverEnv, reportProgress, edges, ...args } = call;
  const context: ToolContext = {
    root,
    signal: signal ?? new AbortController().signal,
    // Not the home of the user who runs the tests, because a login shell would run that user's profile.
    env: serverEnv ?? { ...process.env, HOME: root },
    reportProgress: reportProgress ?? (() => {}),
  };
  return executeBash({ timeout_ms: 120_000, ...args }, context, edges);
}
