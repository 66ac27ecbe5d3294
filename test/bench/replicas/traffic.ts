import { ADMIN } from '../worker/bench-key.ts';
import { pruneBody } from '../worker/texts.ts';
import { type Asked, ask, callTool } from './ask.ts';
import type { Books, Key } from './books.ts';

const SCOPES = ['prune', 'artifacts', 'context'];
const LINES = 60;
/** Long enough that the answer does not fit into a result, so the text is stored. */
const STORED_LINES = 2_000;
/** Number of keys that are made concurrently at the beginning. */
const AT_ONCE = 8;

/** Makes teams, and keys that are spread over them. */
export async function fill(url: string, books: Books, { teams, keys }: { teams: number; keys: number }): Promise<void> {
  for (let i = 0; i < teams; i++) expectStatus(await admin(url, 'POST', '/v1/teams', { name: `Team ${i}` }), 201);
  let made = 0;
  const makeSome = async (): Promise<void> => {
    while (made < keys) await makeKey(url, books, books.keys, `Team ${made++ % teams}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, makeSome));
  if (books.keys.size !== keys) throw new Error(`of ${keys} keys ${books.keys.size} were made`);
}

/**
 * Sends requests as clients do, `atOnce` at a time, until `isOver` returns true. Resolves when all requests have ended.
 */
export async function runTraffic(url: string, books: Books, atOnce: number, isOver: () => boolean): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (!isOver()) await act(url, books, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/**
 * Does the i-th action. Of twenty actions, sixteen are prunes, two store texts, one stashes a segment, and one is an
 * administrator's.
 */
async function act(url: string, books: Books, i: number): Promise<void> {
  const keys = [...books.keys.values()];
  // A large prime, so that keys of all teams take turns.
  const key = keys[(i * 7919) % keys.length] as Key;
  const kind = i % 20;
  if (kind === 17) await administer(url, books, i);
  else if (kind === 18) await stash(url, books, key, i);
  else if (kind >= 15 && kind !== 19) await store(url, books, key, i);
  else await prune(url, books, key, i);
}

async function prune(url: string, books: Books, { key }: Key, i: number): Promise<void> {
  const body = pruneBody(LINES, i);
  const from = performance.now();
  const answer = await ask({ method: 'POST', url: `${url}/prune`, key, body });
  if (!isAnswered(books, answer, 200, 'a prune')) return;
  books.times.push(performance.now() - from);
  books.counted.push({ by: answer.by });
  const { pruned_code: shown = '' } = answer.json as { readonly pruned_code?: string };
  const { code } = JSON.parse(body) as { readonly code: string };
  const lines = new Set(code.split('\n'));
  const strange = shown.split('\n').find((line) => !lines.has(line) && !isOurs(line));
  if (shown === '' || strange !== undefined) books.wrong.push(`a prune showed ${JSON.stringify(strange)}`);
}

/** True for a line that says what was left out. */
const isOurs = (line: string): boolean => /^\((?:filtered|no line matches) /.test(line);

async function store(url: string, books: Books, { key }: Key, i: number): Promise<void> {
  const { code: text, query } = JSON.parse(pruneBody(STORED_LINES, i)) as {
    readonly code: string;
    readonly query: string;
  };
  const answer = await callTool(url, key, 'prune_text', { text, context_focus_question: query });
  if (!isAnswered(books, answer, 200, 'prune_text')) return;
  books.counted.push({ by: answer.by });
  const content = toolContent(answer.json) as { readonly artifactRef?: string } | undefined;
  if (content === undefined) books.wrong.push(`prune_text: ${JSON.stringify(answer.json).slice(0, 200)}`);
  else if (content.artifactRef !== undefined) books.artifacts.push({ key, ref: content.artifactRef, text });
}

/** The project whose segments are compared with the books. */
export const PROJECT = 'replicas';

async function stash(url: string, books: Books, { key, team }: Key, i: number): Promise<void> {
  const id = `segment-${i}`;
  const text = `What team ${team} knows of ${id}: the retry delay is ${i} ms.`;
  const segments = [{ segment_id: id, text, type: 'log' }];
  const answer = await callTool(url, key, 'context_stash', { project_id: PROJECT, segments });
  if (!isAnswered(books, answer, 200, 'context_stash')) return;
  books.counted.push({ by: answer.by });
  const content = toolContent(answer.json) as { readonly stashed_segments?: readonly string[] } | undefined;
  // If a tool could not store the segment, its answer says so.
  if (content?.stashed_segments?.includes(id)) books.segments.push({ key, id, text });
  else count(books, 'a stash that failed');
}

/** Makes a key, revokes a key made here, or sets the quota of a team. */
async function administer(url: string, books: Books, i: number): Promise<void> {
  const turn = Math.floor(i / 20) % 3;
  const [first] = books.keys.values();
  if (first === undefined) return;
  if (turn === 0) return await makeKey(url, books, books.made, first.team);
  if (turn === 1) {
    const [oldest] = books.made.values();
    if (oldest === undefined) return;
    // Removed before the request, because the key may be revoked even without an answer.
    books.made.delete(oldest.id);
    const answer = await admin(url, 'DELETE', `/v1/keys/${oldest.id}`);
    if (isAnswered(books, answer, 204, 'a revocation')) books.revoked.push(oldest);
    return;
  }
  const teams = await admin(url, 'GET', '/v1/teams');
  if (!isAnswered(books, teams, 200, 'the teams')) return;
  const all = (teams.json as { readonly teams: readonly { readonly id: string }[] }).teams;
  const { id } = all[i % all.length] as { readonly id: string };
  books.quotas.set(id, undefined);
  const quota = 10 ** 12 + i;
  const set = await admin(url, 'PATCH', `/v1/teams/${id}`, { monthly_quota_bytes: quota });
  if (isAnswered(books, set, 200, 'a quota')) books.quotas.set(id, quota);
}

/** Makes a key of a team. */
export async function makeKey(url: string, books: Books, into: Books['made'], team: string): Promise<void> {
  const made = await admin(url, 'POST', '/v1/keys', { team, name: `Key ${into.size}`, scopes: SCOPES });
  if (!isAnswered(books, made, 201, 'a new key')) return;
  const { id, key } = made.json as { readonly id: string; readonly key: string };
  into.set(id, { id, key, team });
}

export function admin(url: string, method: string, path: string, body?: object): Promise<Asked> {
  return ask({ method, url: url + path, key: ADMIN, body: body && JSON.stringify(body) });
}

/** Records a missing answer, or an unexpected status as wrong. */
function isAnswered(books: Books, answer: Asked, status: number, what: string): answer is Asked & { ok: true } {
  if (!answer.ok) count(books, answer.instead);
  else if (answer.status !== status) {
    books.wrong.push(`${what} was answered ${answer.status}: ${JSON.stringify(answer.json).slice(0, 200)}`);
  }
  return answer.ok && answer.status === status;
}

function count({ unanswered }: Books, instead: string): void {
  unanswered.set(instead, (unanswered.get(instead) ?? 0) + 1);
}

/** The structured content of a tool's result; undefined if there is none. */
export function toolContent(json: unknown): object | undefined {
  const { result } = json as { readonly result?: { readonly structuredContent?: object; readonly isError?: boolean } };
  return result?.isError === true ? undefined : result?.structuredContent;
}

function expectStatus(answer: Asked, status: number): void {
  if (!answer.ok || answer.status !== status) throw new Error(`expected ${status}, got ${JSON.stringify(answer)}`);
}
