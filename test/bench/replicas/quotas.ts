import type { Figure } from '../figure.ts';
import { pruneBody } from '../worker/texts.ts';
import { ask } from './ask.ts';
import { openBooks } from './books.ts';
import { openStage, type Stage } from './stage.ts';
import { admin, fill } from './traffic.ts';
import { until } from './until.ts';

/** Requests that a quota has room for. Each has as many bytes. */
const ROOM = 60;
const LARGE_ROOM = 600;
const AT_ONCE = 12;
/** Requests a second, and seconds that PostgreSQL is away. */
const PER_SECOND = 20;
const AWAY_S = 60;
const LINES = 40;

const BODY = pruneBody(LINES, 1);

interface Trial {
  readonly name: string;
  readonly redis: boolean;
  readonly room: number;
  /** Sends the requests. */
  run(stage: Stage, send: () => Promise<void>): Promise<void>;
}

const TRIALS: readonly Trial[] = [false, true].flatMap((redis): Trial[] => {
  const counted = redis ? 'counted in Redis' : 'counted in PostgreSQL';
  return [
    { name: counted, redis, room: ROOM, run: (_, send) => atOnce(3 * ROOM, send) },
    {
      name: `${counted}, PostgreSQL a second away`,
      ...{ redis, room: ROOM },
      async run({ proxy, replicas }, send) {
        // Each worker gets to know the keys.
        await atOnce(ROOM / 2, send);
        proxy?.become(500);
        await atOnce(2 * ROOM, send);
        proxy?.become('pass');
        for (const { url } of replicas) await until(async () => (await fetch(`${url}/ready`)).status === 200);
        await atOnce(2 * ROOM, send);
      },
    },
    {
      name: `${counted}, PostgreSQL gone for ${AWAY_S} s`,
      ...{ redis, room: LARGE_ROOM },
      async run({ postgres }, send) {
        await steadily(LARGE_ROOM / 3, send);
        await postgres.kill();
        await steadily(AWAY_S * PER_SECOND, send);
        await postgres.start();
        await steadily(LARGE_ROOM, send);
      },
    },
  ];
});

/** Counts the requests that three workers let through a quota. */
export async function* benchQuotas(): AsyncGenerator<Figure> {
  for (const { name, redis, room, run } of TRIALS) {
    const stage = await openStage({ replicas: 3, redis, s3: false, proxied: true });
    try {
      // Workers look for each other every five seconds.
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      const books = openBooks();
      await fill(stage.url, books, { teams: 1, keys: 6 });
      await setQuota(stage.url, room * Buffer.byteLength(BODY));
      const keys = [...books.keys.values()].map(({ key }) => key);
      let [passed, sent] = [0, 0];
      const others = new Map<string, number>();
      await run(stage, async () => {
        const key = keys[sent++ % keys.length] as string;
        const answer = await ask({ method: 'POST', url: `${stage.url}/prune`, key, body: BODY });
        const said = answer.ok ? String(answer.status) : answer.instead;
        if (said === '200') passed++;
        else others.set(said, (others.get(said) ?? 0) + 1);
      });
      const told = [...others].map(([instead, times]) => `${times} ${instead}`);
      yield {
        ...{ name: `requests through a quota of ${room}, ${name}`, measured: passed, unit: 'answers' },
        goal: room === LARGE_ROOM ? room * 1.05 : room,
        note: `of ${sent}; the others: ${told.join(', ')}`,
      };
    } finally {
      await stage.close();
    }
  }
}

async function setQuota(url: string, bytes: number): Promise<void> {
  const teams = await admin(url, 'GET', '/v1/teams');
  const [team] = teams.ok ? (teams.json as { readonly teams: readonly { readonly id: string }[] }).teams : [];
  await admin(url, 'PATCH', `/v1/teams/${team?.id}`, { monthly_quota_bytes: bytes });
}

async function atOnce(count: number, send: () => Promise<void>): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function steadily(count: number, send: () => Promise<void>): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    sent.push(send());
    await new Promise((resolve) => setTimeout(resolve, 1_000 / PER_SECOND));
  }
  await Promise.all(sent);
}
