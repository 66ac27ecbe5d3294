import { expect, test } from 'vitest';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import { createBindingLimiter } from '../../../worker/access/binding-limiter.ts';
import { LOCAL } from '../../../worker/access/gate.ts';
import type { Limiter } from '../../../worker/access/limiter.ts';

const ADA: Principal = { ...LOCAL, kind: 'key', key: 'ada' };

/** Returns a limiter over a fake of Cloudflare's binding, and the keys that the binding was asked for. */
function bench(success: boolean): { readonly limiter: Limiter; readonly asked: string[] } {
  const asked: string[] = [];
  const limit = async ({ key }: { key: string }): Promise<{ success: boolean }> => {
    asked.push(key);
    return { success };
  };
  return { limiter: createBindingLimiter({ limit }, () => 0), asked };
}

test('the binding says whether a key may send another request', async () => {
  const { limiter, asked } = bench(true);
  expect(await limiter(ADA)).toEqual({ ok: true });
  expect(await bench(false).limiter(ADA)).toEqual({ ok: false, retryAfterSeconds: 60 });
  expect(asked).toEqual(['ada']);
});

test('who has no key is not counted', async () => {
  const { limiter, asked } = bench(false);
  expect(await limiter(LOCAL)).toEqual({ ok: true });
  expect(asked).toEqual([]);
});

test('a key that is over its own rate does not reach the binding', async () => {
  const { limiter, asked } = bench(true);
  const slow: Principal = { ...ADA, ratePerMinute: 1 };
  expect(await limiter(slow)).toEqual({ ok: true });
  expect(await limiter(slow)).toEqual({ ok: false, retryAfterSeconds: 60 });
  expect(asked).toEqual(['ada']);
});
