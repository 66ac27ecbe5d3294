import type { OperatorNotice } from '../../src/teams/usage/notices.ts';

export interface WebhookOptions {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  /** Milliseconds to wait for the receiver. Default 5,000. */
  readonly maxWaitMs?: number | undefined;
}

const MAX_WAIT_MS = 5_000;

/** Sends notices to a URL, one JSON object each. Rejects if the receiver does not answer with 2xx in time. */
export function createWebhook({
  url,
  key,
  maxWaitMs = MAX_WAIT_MS,
}: WebhookOptions): (notice: OperatorNotice) => Promise<void> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  return async (notice) => {
    const signal = AbortSignal.timeout(maxWaitMs);
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(notice),
      redirect: 'error',
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
  };
}
