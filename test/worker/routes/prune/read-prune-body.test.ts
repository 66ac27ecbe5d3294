import { expect, test } from 'vitest';
import { requestFailure } from '../../../../src/prune-api/request-failure.ts';
import type { Principal } from '../../../../src/teams/keys/principal.ts';
import { readPruneBody } from '../../../../worker/routes/prune/read-prune-body.ts';
import { noPause, serving, type Variables } from './serving.ts';

const JULY = Date.UTC(2026, 6, 15);

/** Reads a body of `bytes` bytes with a worker's limit of 100 bytes. */
async function read(bytes: number, principal: Partial<Principal> = {}, variables: Variables = {}) {
  let bytesIn: number | undefined;
  const post = serving(
    async (c) => {
      const body = await readPruneBody(c, { maxBytes: 100, clock: () => JULY, turn: noPause });
      bytesIn = c.get('bytesIn');
      return c.json(body);
    },
    variables,
    principal,
  );
  const answer = await post(JSON.stringify('x'.repeat(bytes - 2)));
  return { ...(await answer.json()), bytesIn };
}

test('a body may have as many bytes as the worker allows', async () => {
  expect(await read(100)).toMatchObject({ ok: true, bytes: 100, bytesIn: 100 });
  const refused = await read(101);
  expect(refused).toMatchObject({ code: 'too_large', detail: expect.stringContaining('at most 100 bytes') });
  expect(refused.bytesIn).toBeUndefined();
});

test('a key’s own limit holds where it is lower', async () => {
  expect(await read(50, { maxBodyBytes: 50 })).toMatchObject({ ok: true });
  expect(await read(51, { maxBodyBytes: 50 })).toMatchObject({ detail: expect.stringContaining('at most 50 bytes') });
  expect(await read(101, { maxBodyBytes: 500 })).toMatchObject({ detail: expect.stringContaining('100 bytes') });
});

test('what is left of the team’s month bounds a body, and says so if it is what was exceeded', async () => {
  expect(await read(30, { quota: { limit: 1_000, used: 970 } })).toMatchObject({ ok: true });
  const over = await read(31, { quota: { limit: 1_000, used: 970 } });
  expect(over).toMatchObject({ code: 'quota_exceeded', detail: expect.stringContaining('1000') });
  // The quota resets at the beginning of August.
  expect(over.retryAfterSeconds).toBe(17 * 24 * 3_600);
  expect(await read(3, { quota: { limit: 1_000, used: 2_000 } })).toMatchObject({ code: 'quota_exceeded' });
  // Exceeds the worker's own limit, whatever is left of the quota.
  expect(await read(101, { quota: { limit: 1_000, used: 0 } })).toMatchObject({ code: 'too_large' });
  expect(await read(101, { quota: { limit: 1_000, used: 900 } })).toMatchObject({ code: 'too_large' });
});

test('a fault of the body itself is told as that, whatever is left of the month', async () => {
  const failure = requestFailure('busy', 'later');
  const variables = { waitTurn: async () => failure };
  expect(await read(30, { quota: { limit: 1_000, used: 970 } }, variables)).toMatchObject({ code: 'busy' });
});

test('a body for which the month has no room any more once it has arrived is refused', async () => {
  const sizes: number[] = [];
  const refused = requestFailure('quota_exceeded', 'no room');
  const refusing = {
    async chargeQuota(bytes: number) {
      sizes.push(bytes);
      return refused;
    },
  };
  expect(await read(30, {}, refusing)).toMatchObject({ code: 'quota_exceeded' });
  expect(await read(30, {}, { chargeQuota: async () => undefined })).toMatchObject({ ok: true, bytesIn: 30 });
  expect(sizes).toEqual([30]);
});
