import { setFlagsFromString } from 'node:v8';
import { jsonLine } from '../../../launcher/cli/json-line.ts';
import { printable } from '../../../launcher/cli/printable.ts';
import type { FoundSessions } from '../../../launcher/sessions/read-sessions.ts';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';
import { MIN_CHARS } from './cases/case-size.ts';
import type { SessionCase } from './cases/session-case.ts';
import { evaluateSessions } from './evaluate-sessions.ts';
import { GitError } from './git.ts';
import { cellsOf } from './judging/cells-of.ts';
import { moneyFigures } from './money/money-figures.ts';
import type { SessionMoney } from './money/money-sums.ts';
import { integerOf, timeOf } from './option-values.ts';
import { figuresJson } from './report/figures-json.ts';
import { collectMisses } from './report/misses.ts';
import { reportMisses } from './report/report-misses.ts';
import { reportSessions } from './report/report-sessions.ts';
import { findSessions } from './sources/find-sessions.ts';
import { SessionPathError } from './sources/path-sources.ts';
import { createSessionSums } from './sums/session-sums.ts';
import { toFigures } from './sums/to-figures.ts';

/** Operating points: two levels of caution without a question, and the agent's own words as the question. */
/** The misses that are listed are those of the first. */
const POINTS = ['more', 'default', 'own'] as const;
const DEFAULT_SESSIONS = 200;
const MAX_SESSIONS = 1_000_000;

/** Options of the command line. */
export type VerdictOptions = Readonly<Record<string, string | boolean | undefined>>;

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  readonly stop: AbortSignal;
}

/**
 * Reports how many tokens of the tool results in recorded sessions the embedded engine would have removed, and how
 * often it would have removed lines that the agent used later. It only reads files and never calls the configured
 * pruner, so that nothing leaves this machine.
 */
export async function runVerdict(
  { env, stdout, stderr, stop }: Surroundings,
  given: VerdictOptions,
  paths: readonly string[],
): Promise<number> {
  const limit = integerOf(given, 'limit', DEFAULT_SESSIONS, 1, MAX_SESSIONS);
  const since = timeOf(given, 'since', Date.now());
  const home = env['HOME'] ?? env['USERPROFILE'];
  const sessions = findSessions({ paths, env, since, limit, signal: stop, ...(home !== undefined && { home }) });
  const sums = createSessionSums(cellsOf({ points: POINTS }));
  const misses = collectMisses();
  const money: SessionMoney[] = [];
  const progress = (words: string): void => void (stderr.isTTY && stderr.write(`\r\u001b[K${words}`));
  keepNewSpaceSmall();
  try {
    progress('Looking for recorded sessions');
    await evaluateSessions(sessions, {
      ...{ sums, count: estimateTokens, isAskedFor: ofTool(given['tool']), onJudged: misses.add },
      judge: {
        ...{ pruner: createEmbeddedPruner(), count: estimateTokens, points: POINTS },
        ...{ overheadTokens: NOTICE.tokens, signal: stop },
      },
      onSession: (_, ofSession) => {
        money.push(...ofSession);
        progress(progressOf(sessions, limit));
      },
    });
    progress('');
  } catch (error) {
    progress('');
    if (!stop.aborted && !(error instanceof SessionPathError || error instanceof GitError)) throw error;
    stderr.write(`bench:sessions: ${stop.aborted ? 'cancelled' : shownMessage((error as Error).message)}\n`);
    return 1;
  }
  const figures = toFigures(sums);
  const { skipped } = sessions;
  if (given['json'] === true) {
    stdout.write(jsonLine({ ...figuresJson(figures, skipped, moneyFigures(money)), misses: misses.worst() }));
    return figures.sessions === 0 ? 1 : 0;
  }
  if (figures.sessions === 0) stderr.write(`bench:sessions: ${shownMessage(nothingFound(paths, given['since']))}\n`);
  const tool = typeof given['tool'] === 'string' ? shownMessage(given['tool']) : undefined;
  const options = { isOwn: paths.length === 0, tool, skipped, minChars: MIN_CHARS, money: moneyFigures(money) };
  const shown = given['misses'] === true ? [reportMisses(misses.worst())] : [];
  stdout.write(`${[reportSessions(figures, options), ...shown].join('\n\n')}\n`);
  return figures.sessions === 0 ? 1 : 0;
}

/**
 * Makes a message safe to show in a terminal. It may quote paths and git's words about a repository's configuration.
 */
function shownMessage(message: string): string {
  return printable(redactSecrets(message));
}

function ofTool(tool: unknown): (of: SessionCase) => boolean {
  return (of) => typeof tool !== 'string' || of.action === tool || of.tool === tool;
}

function progressOf({ progress: { found, begun } }: FoundSessions, limit: number): string {
  return `${begun} of ${Math.min(found, Math.max(limit, begun))} sessions read, on this machine only`;
}

function nothingFound(paths: readonly string[], since: unknown): string {
  const places = '~/.claude/projects, ~/.codex/sessions, opencode’s storage and ~/.gemini/tmp';
  const what = `found no recorded session${since === undefined ? '' : ` since ${String(since)}`}`;
  return paths.length === 0
    ? `${what} in ${places}; name files, folders or git repositories that contain some`
    : `${what} in ${paths.map((place) => `"${place}"`).join(', ')}`;
}

/**
 * Keeps V8 from growing the heap's new space. Reading logs produces mostly garbage, for which Node 24 grows it to 128
 * MB. On 1 GB of logs the peak is 181 MB instead of 295 MB, in the same time.
 */
function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
