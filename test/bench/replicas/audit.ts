import { ask, callTool } from './ask.ts';
import type { Artifact, Books, Segment } from './books.ts';
import type { Stage } from './stage.ts';
import { admin, PROJECT, toolContent } from './traffic.ts';

/** Lists confirmed data that is missing or differs, one fault per line. */
export async function audit({ url, replicas }: Stage, books: Books): Promise<readonly string[]> {
  const faults = [...books.wrong];
  const listed = await admin(url, 'GET', '/v1/keys');
  const teams = await admin(url, 'GET', '/v1/teams');
  if (!listed.ok || listed.status !== 200 || !teams.ok || teams.status !== 200) {
    return [...faults, `keys and teams cannot be listed: ${JSON.stringify([listed, teams]).slice(0, 200)}`];
  }
  const { keys } = listed.json as {
    readonly keys: readonly { readonly id: string; readonly revoked_at?: string | null }[];
  };
  const valid = new Set(keys.filter(({ revoked_at: at }) => at === null || at === undefined).map(({ id }) => id));
  for (const { id } of [...books.keys.values(), ...books.made.values()]) {
    if (!valid.has(id)) faults.push(`key ${id} is not listed`);
  }
  for (const [i, { id, key }] of books.revoked.entries()) {
    if (valid.has(id)) faults.push(`key ${id} was revoked, and is valid`);
    // Each worker may cache a key for a moment.
    for (const replica of replicas) {
      if (!(await isRefusedSoon(replica.url, key, i)))
        faults.push(`key ${id} was revoked, and ${replica.url} takes it`);
    }
  }
  for (const [id, quota] of books.quotas) {
    const has = (teams.json as Teams).teams.find((team) => team.id === id)?.monthly_quota_bytes;
    if (quota !== undefined && quota !== has)
      faults.push(`team ${id} has the quota ${has}, and ${quota} was confirmed`);
  }
  for (const artifact of books.artifacts) {
    if ((await read(url, artifact)) !== artifact.text) faults.push(`artifact ${artifact.ref} is not what was stored`);
  }
  for (const segment of books.segments) {
    if ((await retrieve(url, segment)) !== segment.text) faults.push(`segment ${segment.id} is not what was stashed`);
  }
  return faults;
}

interface Teams {
  readonly teams: readonly { readonly id: string; readonly monthly_quota_bytes: number | null }[];
}

/** Number of attempts with a revoked key, and the milliseconds between them: a minute in all. */
const TRIES = 120;
const PAUSE_MS = 500;

async function isRefusedSoon(url: string, key: string, client: number): Promise<boolean> {
  // Each client has its own address, because wrong keys of one address are slowed down.
  const from = `10.0.${client >> 8}.${client & 255}`;
  for (let i = 0; i < TRIES; i++) {
    const answer = await ask({ method: 'POST', url: `${url}/prune`, key, from, body: '{"query":"a","code":"b"}' });
    if (answer.ok && answer.status === 401) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

async function read(url: string, { key, ref }: Artifact): Promise<string | undefined> {
  const call = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: ref } };
  const answer = await ask({ method: 'POST', url: `${url}/mcp`, key, body: JSON.stringify(call) });
  if (!answer.ok) return undefined;
  const { result } = answer.json as { readonly result?: { readonly contents: readonly { readonly text: string }[] } };
  return result?.contents[0]?.text;
}

async function retrieve(url: string, { key, id }: Segment): Promise<string | undefined> {
  const answer = await callTool(url, key, 'context_retrieve_stashed', { project_id: PROJECT, segment_ids: [id] });
  const content = answer.ok ? (toolContent(answer.json) as Retrieved | undefined) : undefined;
  return content?.retrieved_segments.find(({ segment_id: found }) => found === id)?.text;
}

interface Retrieved {
  readonly retrieved_segments: readonly { readonly segment_id: string; readonly text: string }[];
}

/** Number of answers that usage counts in the database. */
export function countedInUsage({ sql }: Stage): number {
  return Number(sql("SELECT sum(requests) FROM usage WHERE period = 'day'")[0] ?? 0);
}
