import { Redis } from 'iovalkey';
import type { SharedCounters } from '../../src/teams/counters/shared-counters.ts';

/** Takes a token (the generic cell rate algorithm), by the server's clock. Returns 1, or minus the milliseconds to wait. */
const TAKE = `local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local step = 60000 / tonumber(ARGV[1])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + step
if full > now + 60000.001 then return -math.ceil(full - now - 60000) end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', 120000)
return 1`;

/**
 * Adds bytes to those of the month if they fit below the limit. The ledger's figure counts if it is larger: it has what
 * was used while Redis was away or empty.
 */
const RESERVE = `local spent = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[2])) + tonumber(ARGV[1])
if spent > tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', spent), 'PX', ARGV[4])
return 1`;

const GIVE_BACK = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECRBY', KEYS[1], ARGV[1]) end
return 0`;

/** Milliseconds without use after which a month's bytes are forgotten. By then the ledger has them. */
const FORGOTTEN_MS = 600_000;
const PREFIX = 'mcp-pruner';
const CONNECT_MS = 2_000;
const COMMAND_MS = 500;
/** Milliseconds between attempts to connect. */
const RECONNECT_MS = 1_000;

interface Scripts {
  take(key: string, perMinute: string): Promise<number>;
  reserve(key: string, bytes: string, used: string, limit: string, forgottenMs: string): Promise<number>;
  giveBack(key: string, bytes: string): Promise<number>;
}

/** Counts in Redis or Valkey. Each check is one script, so that reading and writing are atomic. */
export function createRedisCounters(url: string): SharedCounters {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => RECONNECT_MS,
  });
  // Ignored here, because each command reports its own failure.
  redis.on('error', () => {});
  redis.defineCommand('take', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('reserve', { numberOfKeys: 1, lua: RESERVE });
  redis.defineCommand('giveBack', { numberOfKeys: 1, lua: GIVE_BACK });
  const scripts = redis as unknown as Scripts;
  let connecting: Promise<unknown> | undefined;
  const connected = async (): Promise<Scripts> => {
    connecting ??= redis.connect().catch(() => {});
    if (redis.status === 'connecting' || redis.status === 'connect') await connecting;
    return scripts;
  };

  return {
    async take(bucket, perMinute) {
      const taken = await (await connected()).take(`${PREFIX}:rate:${bucket}`, String(perMinute));
      return taken === 1 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(-taken / 1000)) };
    },

    async reserve({ team, month, bytes, limit, used }) {
      const key = `${PREFIX}:quota:${team}:${month}`;
      const figures = [bytes, used, limit, FORGOTTEN_MS].map(String) as [string, string, string, string];
      if ((await (await connected()).reserve(key, ...figures)) !== 1) return undefined;
      return {
        end(recorded) {
          if (recorded < bytes) scripts.giveBack(key, String(bytes - recorded)).catch(() => {});
        },
      };
    },

    close: () => redis.disconnect(),
  };
}
