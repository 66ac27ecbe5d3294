import { type ChildEdges, systemEdges } from '../../platform/process/run-child.ts';
import { workingDirectory } from '../../platform/process/working-directory.ts';
import { OUTPUT_BYTES, TIMEOUT_MS } from '../common-arguments.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import type { GrepArguments } from './arguments.ts';
import type { Search, SearchEngine } from './engine.ts';
import type { Collected } from './match-collector.ts';
import { prunableMatches } from './prunable.ts';
import type { GrepErrorCode, GrepResult } from './result.ts';
import { ripgrep } from './ripgrep.ts';
import { runEngine, type Searched } from './run-engine.ts';
import { searchPaths } from './search-paths.ts';
import { systemGrep } from './system-grep.ts';

export interface GrepEdges extends ChildEdges {
  /** Engines in order of preference. The next one is the fallback if one is not installed. */
  readonly engines: readonly SearchEngine[];
}

type GrepOutcome = ToolOutcome<GrepResult, GrepErrorCode>;

function failed(code: GrepErrorCode, message: string, exitCode?: number): GrepOutcome {
  return { ok: false, error: { code, message, ...(exitCode === undefined ? {} : { exit_code: exitCode }) } };
}

/** Searches files. When aborted, throws the signal's reason after the engine is dead. */
export async function executeGrep(
  args: GrepArguments,
  context: ToolContext,
  edges: GrepEdges = { ...systemEdges, engines: [ripgrep, systemGrep] },
): Promise<GrepOutcome> {
  const began = edges.timers.now();
  const directory = await workingDirectory(context.root, args.cwd, context.folder);
  if (!directory.ok) return failed('invalid_path', directory.message);
  const where = await searchPaths(context.root, args, context.folder);
  if (!where.ok) return failed('invalid_path', where.message);
  const maxBytes = args.max_output_bytes ?? OUTPUT_BYTES.max;
  const search: Search = {
    pattern: args.pattern,
    fixedString: args.fixed_string,
    caseSensitive: args.case_sensitive,
    contextLines: args.context_lines,
    // Ask for one more than wanted, to learn whether there are more.
    matchesPerFile: args.max_matches + 1,
    paths: where.absolute,
    textBytes: maxBytes,
  };
  const limits = { maxMatches: args.max_matches, maxBytes, timeoutMs: args.timeout_ms };

  let searched: Searched = { kind: 'not_started', errno: 'ENOENT' };
  for (const engine of edges.engines) {
    searched = await runEngine(engine, search, limits, directory.path, context, edges);
    if (searched.kind !== 'not_started') break;
  }
  switch (searched.kind) {
    case 'not_started': {
      const names = edges.engines.map(({ name }) => `"${name}"`).join(' or ');
      return failed('spawn_error', `${names} could not be started (${searched.errno}); one of them must be on PATH`);
    }
    case 'failed': {
      const message = `search for ${JSON.stringify(args.pattern)} failed: ${searched.why}`;
      return failed('rg_error', message, searched.exitCode);
    }
    case 'timeout': {
      const message = `search for ${JSON.stringify(args.pattern)} did not end within ${args.timeout_ms} ms; timeout_ms may be ${TIMEOUT_MS.min} to ${TIMEOUT_MS.max}`;
      return { ok: false, error: { code: 'timeout', message }, timeoutMs: args.timeout_ms };
    }
    case 'found': {
      const result = toResult(args, where.relative, searched.collected, edges.timers.now() - began);
      return { ok: true, result, prunable: prunableMatches(result, args.context_lines) };
    }
  }
}

function toResult(args: GrepArguments, paths: readonly string[], found: Collected, durationMs: number): GrepResult {
  const { matches, context, truncated, binaryFiles, binaryFilesLeftOut, unreadable } = found;
  return {
    tool: 'grep',
    pattern: args.pattern,
    paths,
    matches,
    match_count: matches.length,
    truncated,
    duration_ms: Math.round(durationMs),
    ...(args.context_lines > 0 ? { context } : {}),
    ...(binaryFiles.length > 0 ? { binary_files: binaryFiles } : {}),
    ...(binaryFilesLeftOut > 0 ? { binary_files_left_out: binaryFilesLeftOut } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
  };
}
