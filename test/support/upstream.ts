import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Ways in which a swe-pruner answers or fails. */
export type UpstreamMood = 'well' | 'hang' | 'garbage' | 'error' | 'cut' | 'redirect' | 'endless' | 'invented';

/** A test double for a swe-pruner, whose model cannot run here: real HTTP, the real protocol, and fixed answers. */
export interface Upstream {
  readonly url: string;
  mood: UpstreamMood;
  /** Authorization headers and trace headers of all requests, and the number of requests. */
  readonly seen: { readonly keys: Set<string | undefined>; readonly traces: object[]; requests: number };
  close(): Promise<void>;
}

/** Keeps the lines with a word of the query, and answers in dialect A. */
function pruned(body: string): object {
  const { query, code } = JSON.parse(body) as { query: string; code: string };
  const lines = code.split('\n');
  const words = query.split(/\W+/).filter((word) => word.length > 3);
  const kept = lines
    .map((line, i) => (words.some((word) => line.includes(word)) ? i + 1 : 0))
    .filter((line) => line > 0);
  return {
    score: 0.9,
    pruned_code: kept.map((line) => lines[line - 1]).join('\n'),
    token_scores: lines.map((line, i) => [line, kept.includes(i + 1) ? 0.9 : 0.1]),
    kept_frags: kept,
    origin_token_cnt: code.length,
    left_token_cnt: kept.length,
    model_input_token_cnt: code.length,
    error_msg: null,
  };
}

function answer(mood: UpstreamMood, body: string, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (mood) {
    case 'hang':
      return;
    case 'well':
      response.writeHead(200, json).end(JSON.stringify(pruned(body)));
      return;
    case 'garbage':
      response.writeHead(200, json).end('<html>not at all</html>');
      return;
    case 'error':
      response.writeHead(500, json).end('{"detail":"Model not loaded"}');
      return;
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"score":');
      setImmediate(() => response.destroy());
      return;
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();
      return;
    case 'invented':
      response
        .writeHead(200, json)
        .end(JSON.stringify({ ...pruned(body), pruned_code: 'rm -rf /', kept_frags: [99_999] }));
      return;
    case 'endless': {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
      return;
    }
  }
}

/** Listens on loopback. */
export async function startUpstream(): Promise<Upstream> {
  const seen = { keys: new Set<string | undefined>(), traces: [] as object[], requests: 0 };
  const server = createServer((request, response) => {
    seen.keys.add(request.headers.authorization);
    const { traceparent, tracestate } = request.headers;
    seen.traces.push({ ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) });
    seen.requests++;
    void text(request).then(
      (body) => answer(upstream.mood, body, response),
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prune`,
    mood: 'well',
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}
