import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../src/base/json/json-object.ts';

/**
 * Drops members and items of JSON answers whose value is `null`. Some authorization servers write all members that they
 * know, with `null` for a missing value. The SDK refuses such answers.
 */
export function withoutNulls(base: FetchLike): FetchLike {
  return async (target, init) => {
    const response = await base(target, init);
    const { status, statusText, headers } = response;
    if (response.body === null || !/\bjson\b/i.test(headers.get('content-type') ?? '')) return response;
    const text = await response.text();
    return new Response(dropNulls(text), { status, statusText, headers });
  };
}

function dropNulls(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
      if (Array.isArray(value)) return value.filter((one) => one !== null);
      return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value;
    });
  } catch {
    return text;
  }
}
