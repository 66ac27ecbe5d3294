import { createWorkerClient } from '../../../worker/client.ts';

export const ADMIN = 'the-administrators-secret-of-32-characters';

/** Settings of a measured worker, without a rate limit. */
export const ENV: Readonly<Record<string, string>> = { PRUNER_ADMIN_KEY: ADMIN, PRUNER_RATE_PER_MINUTE: '0' };

/** Makes a team and a key for that team. */
export async function makeKey(url: string): Promise<string> {
  const admin = createWorkerClient(url, { key: ADMIN });
  await admin.v1.teams.$post({ json: { name: 'Bench' } });
  const made = await admin.v1.keys.$post({ json: { team: 'Bench', name: 'Bench', scopes: ['prune'] } });
  if (!made.ok) throw new Error(`no key: ${made.status}`);
  return (await made.json()).key;
}
