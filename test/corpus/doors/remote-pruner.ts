import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startSession } from '../drivers/stdio-session.ts';
import { everyOf, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import type { Door, Scene } from '../scene.ts';
import type { Variables } from '../stage/place.ts';
import { begin, writeOutputs } from './own-tools.ts';

interface Asked {
  readonly query?: string;
  readonly code?: string;
}

type Answer = (response: ServerResponse, asked: Asked) => void;

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

/** Keeps every third line, in a swe-pruner's format. */
const everyThird: Answer = (response, { code = '' }) => {
  const lines = code.split('\n');
  const kept = everyOf([...lines.keys()], 3);
  const pruned_code = kept.map((at) => `${lines[at]}\n(filtered 2 lines)`).join('\n');
  const body = { score: 0.9, pruned_code, token_scores: [], kept_frags: kept.map((at) => at + 1), error_msg: null };
  send(
    response,
    200,
    JSON.stringify({ ...body, origin_token_cnt: 100, left_token_cnt: 33, model_input_token_cnt: 100 }),
  );
};

const ANSWERS: readonly (readonly [name: string, answer: Answer, env?: Variables])[] = [
  ['every third line', everyThird],
  ['every third line, strict', everyThird, { PRUNER_VERIFY: 'strict' }],
  ['other words', (response) => send(response, 200, JSON.stringify({ pruned_code: 'words of its own', score: 1 }))],
  ['other words, strict', (response) => send(response, 200, '{"pruned_code":"words"}'), { PRUNER_VERIFY: 'strict' }],
  ['a fault', (response) => send(response, 500, '{"detail":"broken"}')],
  ['a fault, with a fallback', (response) => send(response, 500, '{}'), { PRUNER_FALLBACK: 'embedded' }],
  ['no JSON', (response) => send(response, 200, 'nonsense')],
  ['a refusal', (response) => send(response, 200, '{"pruned_code":"","error_msg":"too long"}')],
  ['busy', (response) => void response.writeHead(429, { 'retry-after': '7' }).end('{}')],
  ['elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ['nothing in time', () => {}, { PRUNER_TIMEOUT_MS: '1000' }],
];

/** A third-party pruner at PRUNER_URL, and its failures. */
export const remotePruner: Door = { name: 'remote-pruner', scenes: ANSWERS.map(toScene) };

function toScene([name, answer, env = {}]: (typeof ANSWERS)[number]): Scene {
  return {
    name,
    async play(place, note) {
      const asked: unknown[] = [];
      const server = createServer(async (request, response) => {
        const body = await json(request);
        asked.push({ url: request.url, authorization: request.headers.authorization, body });
        answer(response, body as Asked);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const session = startSession(place, {
        env: { PRUNER_URL: `http://127.0.0.1:${port}/prune`, PRUNER_API_KEY: 'a-key', ...env },
      });
      await begin(session, { client: 'some-client' });
      const outputs = everyOf(readLabelledOutputs(), 60, 7);
      writeOutputs(place, outputs);
      for (const { id, questions } of outputs) {
        const args = { file_path: `outputs/${id}.txt`, context_focus_question: questions[0] };
        note(id, args, await session.request('tools/call', { name: 'read', arguments: args }));
      }
      note('asked', {}, asked);
      note('end', {}, await session.end());
      server.closeAllConnections();
      server.close();
    },
  };
}
