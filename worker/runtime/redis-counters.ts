import { Redis } from 'iovalkey';
import { LEASE_MS, OUTLAST_MS, type SharedCounters } from '../../src/teams/counters/shared-counters.ts';

/** Takes a token (the generic cell rate algorithm), by the server's clock. Returns 1, or minus the milliseconds to wait. */
const TAKE = `local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local step = 60000 / tonumber(ARGV[1])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + step
if full > now + 60000.001 then return -math.ceil(full - now - 60000) end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', 120000)
return 1`;

/** Reserves bytes if they fit into the room, together with those of all slots. */
const RESERVE = `local sum = tonumber(ARGV[1])
for _, key in ipairs(KEYS) do sum = sum + tonumber(redis.call('GET', key) or '0') end
if sum > tonumber(ARGV[2]) then return 0 end
redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

const GIVE_BACK = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECRBY', KEYS[1], ARGV[1]) end
return 0`;

/** Reservations are summed per slot of this length, so that the reservations of a worker that died expire. */
const SLOT_MS = 10_000;
const SLOTS = LEASE_MS / SLOT_MS + 1;
const PREFIX = 'mcp-pruner';
const CONNECT_MS = 2_000;
const COMMAND_MS = 500;
/** Milliseconds between attempts to connect. */
const RECONNECT_MS = 1_000;

interface Scripts {
  take(key: string, perMinute: string): Promise<number>;
  reserve(count: number, ...keysAndArgs: string[]): Promise<number>;
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
  redis.defineCommand('reserve', { lua: RESERVE });
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

    async reserve({ team, bytes, limit, used }) {
      const slot = Math.floor(Date.now() / SLOT_MS);
      // The braces keep a team's keys together in a cluster.
      const keys = Array.from({ length: SLOTS }, (_, i) => `${PREFIX}:quota:{${team}}:${slot - i}`);
      const [key] = keys as [string];
      const args = [String(bytes), String(limit - used), String(LEASE_MS + SLOT_MS)];
      if ((await (await connected()).reserve(SLOTS, ...keys, ...args)) !== 1) return undefined;
      return () => {
        setTimeout(() => scripts.giveBack(key, String(bytes)).catch(() => {}), OUTLAST_MS).unref();
      };
    },

    close: () => redis.disconnect(),
  };
}
