import { AwsClient } from 'aws4fetch';
import { BucketError } from '../../src/artifacts/artifact-error.ts';
import type { Bucket, BucketUpload } from './bucket.ts';

export interface S3Settings {
  /** URL of the bucket, followed by a prefix of the keys: `https://HOST/BUCKET/PREFIX`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Milliseconds that a request may take. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Tries after an answer 5xx or 429. Default 3. */
  readonly retries?: number | undefined;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
const REMOVED_AT_ONCE = 8;

/** Advice for the operator by error code (Amazon S3 API Reference, "List of error codes"). */
const CAUSES: Readonly<Record<string, string>> = {
  AccessDenied: 'access denied; the key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload',
  InvalidAccessKeyId: 'the access key does not exist',
  SignatureDoesNotMatch: 'the signature is not accepted; check the secret key and the region',
  AuthorizationHeaderMalformed: 'the signature is not accepted; check the region',
  RequestTimeTooSkewed: 'the clocks of the service and this machine differ by more than 15 minutes',
  NoSuchBucket: 'the bucket does not exist',
  PermanentRedirect: 'the bucket is in another region',
  XMinioStorageFull: 'the disk of the service is full',
  QuotaExceeded: 'the quota of the bucket is used up',
};

/** A bucket of any service with the API of Amazon S3. Requests are signed by Signature Version 4, content included. */
export function createS3Bucket(settings: S3Settings): Bucket {
  const ask = createS3Requests(settings);
  return {
    async put(key, value) {
      await (await ask('PUT', key, { body: value })).text();
    },

    async get(key, { range: { offset, length } }) {
      const answer = await ask('GET', key, { range: `bytes=${offset}-${offset + length - 1}` });
      if (answer.status !== 404 && answer.status !== 416) return answer;
      const said = await answer.text();
      if (codeIn(said) === 'NoSuchBucket') throw failureOf(answer.status, said);
      return null;
    },

    async delete(keys) {
      const left = [...keys];
      const some = async (): Promise<void> => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) await (await ask('DELETE', key)).text();
      };
      await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, some));
    },

    createMultipartUpload: (key) => beginUpload(ask, key),
  };
}

interface S3Request {
  /** Begins with `?`. */
  readonly query?: string;
  readonly body?: Uint8Array;
  readonly range?: string;
}

/** Sends a request about a key. Resolves to an answer 2xx, or 404 or 416 for what is not there. */
type Ask = (method: 'PUT' | 'GET' | 'POST' | 'DELETE', key: string, request?: S3Request) => Promise<Response>;

function createS3Requests(settings: S3Settings): Ask {
  const { url, region, accessKeyId, secretAccessKey, timeoutMs = TIMEOUT_MS, retries = RETRIES } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const base = url.replace(/\/$/, '');
  return async (method, key, { query = '', body, range } = {}) => {
    const content = (body ?? new Uint8Array()) as Uint8Array<ArrayBuffer>;
    const headers = { 'x-amz-content-sha256': await sha256(content), ...(range !== undefined && { range }) };
    const signal = AbortSignal.timeout(timeoutMs);
    let answer: Response;
    try {
      answer = await client.fetch(`${base}/${key.split('/').map(encodeURIComponent).join('/')}${query}`, {
        ...{ method, headers, signal, redirect: 'manual' },
        ...(body !== undefined && { body: content }),
      });
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        throw new BucketError(`no answer within ${timeoutMs / 1000} seconds`);
      throw new BucketError('the service cannot be reached', { cause: error });
    }
    const isMissing = answer.status === 404 || (answer.status === 416 && method === 'GET');
    if (answer.ok || (isMissing && (method === 'GET' || method === 'DELETE'))) return answer;
    throw failureOf(answer.status, await answer.text());
  };
}

async function beginUpload(ask: Ask, key: string): Promise<BucketUpload> {
  const begun = await (await ask('POST', key, { query: '?uploads=' })).text();
  const id = textOf(begun, 'UploadId');
  if (id === undefined) throw failureOf(200, begun);
  const upload = `uploadId=${encodeURIComponent(id)}`;
  return {
    async uploadPart(partNumber, value) {
      const answer = await ask('PUT', key, { query: `?partNumber=${partNumber}&${upload}`, body: value });
      await answer.text();
      return { partNumber, etag: answer.headers.get('etag') ?? '' };
    },
    async complete(parts) {
      const list = parts.map(
        ({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
      );
      const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
      const said = await (await ask('POST', key, { query: `?${upload}`, body })).text();
      // The status is sent before the service knows whether it can join the parts, so the body may report an error.
      if (codeIn(said) !== undefined) throw failureOf(200, said);
    },
    async abort() {
      await (await ask('DELETE', key, { query: `?${upload}` })).text();
    },
  };
}

function failureOf(status: number, said: string): BucketError {
  const code = codeIn(said);
  const why =
    code === undefined ? `the service answered ${status}` : (CAUSES[code] ?? `the service answered ${status}`);
  return new BucketError(code === undefined ? why : `${why} (${code})`);
}

const codeIn = (xml: string): string | undefined => (/<Error\b/.test(xml) ? textOf(xml, 'Code') : undefined);

const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
