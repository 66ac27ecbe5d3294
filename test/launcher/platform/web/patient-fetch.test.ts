import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPatientFetch, patientFetch } from '../../../../launcher/platform/web/patient-fetch.ts';

const isNode = !('Deno' in globalThis);

async function serving(): Promise<{ url: string; go: () => void }> {
  let go = (): void => {};
  const server = createServer(({ url }, response) => {
    if (url === '/silent') return;
    response.writeHead(200).write('begun');
    go = () => void response.end(', done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, go: () => go() };
}

test('an answer arrives whole', async () => {
  const { url, go } = await serving();
  const response = await patientFetch(`${url}/slow`);
  go();
  expect(await response.text()).toBe('begun, done');
});

// Node's own timeouts are five minutes. Short ones show that our timeouts are used.
test.runIf(isNode)('how long Node waits for an answer was not ours to say', async () => {
  const { url } = await serving();
  const hasty = createPatientFetch({ headersTimeout: 1, bodyTimeout: 1 });
  const codeOf = (error: unknown): unknown => ((error as Error).cause as { code?: unknown } | undefined)?.code;
  expect(await hasty(`${url}/silent`).catch(codeOf)).toBe('UND_ERR_HEADERS_TIMEOUT');
  expect(await hasty(`${url}/slow`).then((response) => response.text().catch(codeOf))).toBe('UND_ERR_BODY_TIMEOUT');
});
