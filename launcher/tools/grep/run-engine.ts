import { CappedBytes } from '../../process/capped-bytes.ts';
import { childEnvironment } from '../../process/child-environment.ts';
import { findExecutable } from '../../process/find-executable.ts';
import { type ChildEdges, runChild } from '../../process/run-child.ts';
import type { ToolContext } from '../tool.ts';
import { type Collected, collectMatches } from './collect-matches.ts';
import type { Search, SearchEngine } from './engine.ts';

const STDERR_BYTES = 8192;
const STDERR_LINES = 5;
/** Not here, or not to be executed: the next engine's turn. */
const NOT_INSTALLED = new Set(['ENOENT', 'EACCES', 'ENOEXEC']);

export interface SearchLimits {
  readonly maxMatches: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type Searched =
  | { readonly kind: 'found'; readonly collected: Collected }
  | { readonly kind: 'failed'; readonly why: string; readonly exitCode: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'not_started'; readonly errno: string };

/** Runs one engine over `search`, reads its output as it comes, and stops it once a limit is passed. */
export async function runEngine(
  engine: SearchEngine,
  search: Search,
  limits: SearchLimits,
  cwd: string,
  { root, env, signal }: ToolContext,
  edges: ChildEdges,
): Promise<Searched> {
  const { PATH } = env;
  const file = await findExecutable(engine.name, PATH);
  if (file === undefined) return { kind: 'not_started', errno: 'ENOENT' };

  const enough = new AbortController();
  const collector = collectMatches({ root, ...limits, contextLines: search.contextLines }, () => enough.abort());
  const parser = engine.parser(search, (event) => collector.add(event));
  const notices = engine.complaintParser?.((event) => collector.add(event));
  const complaints = new CappedBytes(STDERR_BYTES);
  const outcome = await runChild(
    {
      file,
      args: engine.args(search),
      cwd,
      env: childEnvironment(env, engine.env(search)),
      timeoutMs: limits.timeoutMs,
      signal,
      enough: enough.signal,
      onStdout: (chunk) => parser.push(chunk),
      onStderr: (chunk) => {
        complaints.push(chunk);
        notices?.push(chunk);
      },
    },
    edges,
  );
  if (outcome.kind === 'not_started') {
    if (NOT_INSTALLED.has(outcome.errno)) return outcome;
    return { kind: 'failed', why: `"${engine.name}" does not take it (${outcome.errno})`, exitCode: 2 };
  }
  if (outcome.kind === 'timeout') return outcome;
  if (outcome.kind === 'exited') {
    parser.end();
    notices?.end();
  }
  const collected = collector.collected();
  const stderr = complaints.text();
  if (outcome.kind === 'exited' && outcome.exitCode > 1) {
    const found = collected.matches.length > 0 || collected.binaryFiles.length > 0;
    const incomplete = outcome.exitCode === 2 && (found || engine.onlyUnreadable(stderr, collector.finished));
    const why = stderr.trim().split('\n').slice(0, STDERR_LINES).join('\n');
    if (!incomplete) {
      return { kind: 'failed', why: why || `exit code ${outcome.exitCode}`, exitCode: outcome.exitCode };
    }
  }
  return { kind: 'found', collected };
}
