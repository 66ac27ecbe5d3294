import type { PruneFailure } from '../../../src/engine/pruner.ts';
import { exchange } from '../../../src/remote-pruner/exchange.ts';
import { type Config, ConfigError, readConfig } from '../../platform/settings/config.ts';
import { loggableUrl } from '../../platform/settings/pruner-url.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { saidBy, surroundingsOf } from './surroundings.ts';

/** Max time for the pruner to answer, in milliseconds. */
export const PRUNER_MS = 5000;

/** Checks that the configured pruner answers and accepts the key, once for each pruner an agent would ask. */
export const checkPruner: Check = async (installation) => {
  const asked = new Map<string, () => Promise<CheckResult>>();
  for (const { who, all } of surroundingsOf(installation)) {
    const config = configOf(all, installation.cwd);
    // The variables check reports this.
    if (config === undefined) continue;
    const { prunerUrl, prunerApiKey, prunerFallback, prunerUrlGiven } = config;
    const same = JSON.stringify([prunerUrl, prunerApiKey, prunerFallback, prunerUrlGiven]);
    if (asked.has(same)) continue;
    asked.set(same, async () => {
      const result = await ask(config, installation);
      return { ...result, message: saidBy(who) + result.message };
    });
  }
  return Promise.all([...asked.values()].map((one) => one()));
};

function configOf(env: Installation['env'], cwd: string): Config | undefined {
  try {
    return readConfig(env, cwd);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

async function ask(config: Config, { fetch, timers, stop }: Installation): Promise<CheckResult> {
  const { prunerUrl: url, prunerApiKey: apiKey } = config;
  const id = 'pruner';
  if (url === '')
    return { id, status: 'WARN', message: 'pruning is off: PRUNER_URL is empty', fix: 'unset PRUNER_URL' };
  if (url === 'embedded') return { id, status: 'PASS', message: 'the embedded engine, as PRUNER_URL says' };
  const deadline = new AbortController();
  const timeoutMs = Math.min(config.prunerTimeoutMs, PRUNER_MS);
  const cancel = timers.after(timeoutMs, () => deadline.abort());
  const start = timers.now();
  try {
    const bounds = { signal: stop, deadline: deadline.signal, timeoutMs, maxAnswerBytes: 1024 * 1024 };
    const answer = await exchange({ url, apiKey, fetch }, JSON.stringify({ query: 'a', code: 'a\n' }), bounds);
    if (!answer.ok) return toFailure(config, answer.failure, answer.status);
    if (!isAnswer(answer.body)) {
      return { id, status: 'FAIL', message: `${loggableUrl(url)} answers, but is not a pruner`, fix: INSTEAD };
    }
    const key = apiKey === undefined ? 'without a key' : 'the key is accepted';
    return {
      id,
      status: 'PASS',
      message: `${loggableUrl(url)} answered in ${Math.round(timers.now() - start)} ms, ${key}`,
    };
  } finally {
    cancel();
  }
}

const INSTEAD = 'set PRUNER_URL to the address of a pruner, or: export PRUNER_URL=embedded';

function toFailure(
  { prunerUrl, prunerUrlGiven, prunerApiKey, prunerFallback }: Config,
  { unreachable, message }: PruneFailure,
  status: number | undefined,
): CheckResult {
  const id = 'pruner';
  const where = loggableUrl(prunerUrl);
  if (unreachable === true && !prunerUrlGiven) {
    return { id, status: 'PASS', message: `the embedded engine: none is configured, and nothing listens at ${where}` };
  }
  if (status === 401 || status === 403) {
    const why = prunerApiKey === undefined ? 'asks for a key' : 'does not accept the key';
    const fix = 'export PRUNER_API_KEY=… with a key of scope prune, from its administrator';
    return { id, status: 'FAIL', message: `${where} ${why} (${status})`, fix };
  }
  if (prunerFallback === 'embedded') {
    const told = `${where}: ${message}; the embedded engine answers instead (PRUNER_FALLBACK)`;
    return { id, status: 'WARN', message: told, fix: INSTEAD };
  }
  const local = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(prunerUrl);
  const fix =
    unreachable === true && local ? `start it: mcp-pruner serve --port ${new URL(prunerUrl).port || '80'}` : INSTEAD;
  return { id, status: 'FAIL', message: `${where}: ${message}; every question gets the raw output`, fix };
}

function isAnswer(body: string): boolean {
  try {
    const fields = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
    return ['pruned_code', 'content', 'text'].some((name) => typeof fields?.[name] === 'string');
  } catch {
    return false;
  }
}
