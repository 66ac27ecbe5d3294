import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Bucket } from '../../../worker/artifacts/s3-bucket.ts';

/** One answer of a service: status, body, headers. */
type Answer = readonly [status: number, body?: string, headers?: Readonly<Record<string, string>>];

const KEYS = { region: 'eu-central-1', accessKeyId: 'ID', secretAccessKey: 'a-secret', retries: 1 };
const fault = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;

/** Creates a bucket whose service gives these answers in turn, and then no more. */
async function bucketThatAnswers(...answers: readonly Answer[]) {
  return bucketWithin(undefined, ...answers);
}

/** Does the same with a timeout for each request, in milliseconds. */
async function bucketWithin(timeoutMs: number | undefined, ...answers: readonly Answer[]) {
  const asked: { readonly line: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    const [status, body = '', headers = {}] = answers[asked.length - 1] ?? [];
    if (status !== undefined) request.once('end', () => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  return { asked, bucket: createS3Bucket({ url, ...KEYS, timeoutMs }) };
}

const put = Uint8Array.of(1, 2, 3);
const RANGE = { range: { offset: 0, length: 3 } };

test('what is sent is signed, content included', async () => {
  const { bucket, asked } = await bucketThatAnswers([200]);
  await bucket.put('artifacts/a%2Fb/c', put);
  expect(asked[0]?.line).toBe('PUT /bucket/artifacts/a%252Fb/c');
  expect(asked[0]?.headers).toMatchObject({
    'x-amz-content-sha256': '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=ID\/\d{8}\/eu-central-1\/s3\/aws4_request, /),
  });
});

// Amazon S3 API Reference, "Error responses" and "CompleteMultipartUpload".
test.each<[string, Answer, RegExp]>([
  [
    'a key without rights',
    [403, fault('AccessDenied')],
    /^access denied; the key needs s3:GetObject.* \(AccessDenied\)$/,
  ],
  [
    'clocks that differ',
    [403, fault('RequestTimeTooSkewed')],
    /the clocks of the service and this machine differ by more than 15 minutes/,
  ],
  ['a wrong secret', [403, fault('SignatureDoesNotMatch')], /check the secret key and the region/],
  ['another region', [301, fault('PermanentRedirect'), { location: 'http://elsewhere.example/' }], /in another region/],
  ['another region in the signature', [400, fault('AuthorizationHeaderMalformed')], /not accepted; check the region/],
  ['a MinIO whose disk is full', [507, fault('XMinioStorageFull')], /the disk of the service is full/],
  ['a page of a proxy', [403, '<html>Forbidden</html>'], /^the service answered 403$/],
])('%s is said in words', async (_, answer, said) => {
  const { bucket } = await bucketThatAnswers(answer, answer);
  await expect(bucket.put('a', put)).rejects.toThrow(said);
});

test('a service that asks to slow down is asked again', async () => {
  const { bucket, asked } = await bucketThatAnswers([503, fault('SlowDown')], [200]);
  await bucket.put('a', put);
  expect(asked).toHaveLength(2);
});

test('a service that does not answer is not waited for', async () => {
  const { bucket } = await bucketWithin(300);
  await expect(bucket.get('a', RANGE)).rejects.toThrow('no answer within 0.3 seconds');
});

test('a service that is away is said to be', async () => {
  const bucket = createS3Bucket({ url: 'http://127.0.0.1:1/bucket', ...KEYS });
  await expect(bucket.get('a', RANGE)).rejects.toThrow('the service cannot be reached');
});

test('an upload that cannot be put together fails, although its status is 200', async () => {
  const begun = '<InitiateMultipartUploadResult><UploadId>u/1+</UploadId></InitiateMultipartUploadResult>';
  const { bucket, asked } = await bucketThatAnswers(
    [200, begun],
    [200, '', { etag: '"e1"' }],
    [200, fault('InternalError')],
  );
  const upload = await bucket.createMultipartUpload('a');
  const part = await upload.uploadPart(1, put);
  expect(part).toEqual({ partNumber: 1, etag: '"e1"' });
  await expect(upload.complete([part])).rejects.toThrow('the service answered 200 (InternalError)');
  expect(asked.map(({ line }) => line)).toEqual([
    'POST /bucket/a?uploads=',
    'PUT /bucket/a?partNumber=1&uploadId=u%2F1%2B',
    'POST /bucket/a?uploadId=u%2F1%2B',
  ]);
});
