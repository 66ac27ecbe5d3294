import { expect, test } from 'vitest';
import { startAnthropicModel } from './anthropic.ts';
import { startGeminiModel } from './gemini.ts';
import type { CallTurn, ScriptedModel, Turn } from './loopback.ts';
import { startResponsesModel } from './openai-responses.ts';

const SAID = 'I look at how a member is added.';
const CALL: CallTurn = { said: SAID, tool: 'look', input: { file: 'config.ts', at: 'addMember' } };
const GEMINI = '/v1beta/models/one:streamGenerateContent';

/** A protocol: how a request offers a tool, and how to find the words and the input in a response. */
const PROTOCOLS = [
  {
    protocol: 'Messages',
    start: (turns: readonly Turn[]) => startAnthropicModel(turns, 0),
    path: '/v1/messages',
    offer: (tool: string) => ({ tools: [{ name: tool }] }),
    words: /"text_delta","text":"([^"]*)"/g,
    input: /"partial_json":"((?:[^"\\]|\\.)*)"/g,
  },
  {
    protocol: 'Responses',
    start: (turns: readonly Turn[]) => startResponsesModel(turns, 0),
    path: '/v1/responses',
    offer: (tool: string) => ({ tools: [{ type: 'function', name: tool }] }),
    words: /output_text\.delta".*"delta":"([^"]*)"/g,
    input: /arguments\.delta".*"delta":"((?:[^"\\]|\\.)*)"/g,
  },
  {
    protocol: 'Gemini',
    start: (turns: readonly Turn[]) => startGeminiModel(turns, turns, 0),
    path: GEMINI,
    offer: (tool: string) => ({ tools: [{ functionDeclarations: [{ name: tool }] }] }),
    words: /"text":"([^"]*)"/g,
    // Gemini sends a call whole.
    input: undefined,
  },
] as const;

function post({ url }: ScriptedModel, path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

test.each(PROTOCOLS)('$protocol: words and input come in pieces', async ({ start, path, offer, words, input }) => {
  await using model = await start([CALL]);
  const sent = await (await post(model, path, offer('look'))).text();
  const piecesOf = (pattern: RegExp): readonly string[] => [...sent.matchAll(pattern)].map(([, piece = '']) => piece);
  expect(piecesOf(words)).toHaveLength(4);
  expect(piecesOf(words).join('')).toBe(SAID);
  if (input === undefined) return expect(sent).toContain(`"args":${JSON.stringify(CALL.input)}`);
  expect(piecesOf(input)).toHaveLength(4);
  return expect(JSON.parse(`"${piecesOf(input).join('')}"`)).toBe(JSON.stringify(CALL.input));
});

test.each(PROTOCOLS)(
  '$protocol: a call of a tool that is not offered fails the test',
  async ({ start, path, offer }) => {
    const model = await start([CALL]);
    const answered = await post(model, path, offer('other'));
    expect(answered.status).toBe(400);
    const fault = 'the script calls "look", but the host offers its model only other';
    expect(await answered.text()).toContain(fault.replaceAll('"', '\\"'));
    await expect(model[Symbol.asyncDispose]()).rejects.toThrow(fault);
  },
);
