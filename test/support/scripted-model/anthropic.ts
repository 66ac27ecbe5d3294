import {
  type ModelEvent,
  type ModelRequest,
  type ScriptedModel,
  serveModel,
  type Turn,
  toText,
  turnAfter,
} from './loopback.ts';

type Block = { readonly type: string; readonly tool_use_id?: string; readonly content?: unknown };

const USAGE = { input_tokens: 1, output_tokens: 1 };

function blocksOf({ body }: ModelRequest): readonly Block[] {
  const messages = (body['messages'] ?? []) as readonly { readonly content: string | readonly Block[] }[];
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
}

/** The tool results in a request, as the model is sent them. */
export function toolResultsOf(request: ModelRequest): readonly string[] {
  return blocksOf(request)
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => toText(content));
}

function toEvents(turn: Turn, model: unknown, id: string): readonly ModelEvent[] {
  const call = 'tool' in turn;
  const texts = call ? (turn.said === undefined ? [] : [turn.said]) : [turn.text];
  const blocks = [
    ...texts.map((text) => ({
      block: { type: 'text', text: '' } as object,
      delta: { type: 'text_delta', text } as object,
    })),
    ...(call
      ? [
          {
            block: { type: 'tool_use', id: `toolu_${id}`, name: turn.tool, input: {} },
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
          },
        ]
      : []),
  ];
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], usage: USAGE };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(({ block, delta }, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: USAGE,
    },
    { type: 'message_stop' },
  ];
}

/**
 * The Messages API (`POST /v1/messages`, streaming) with `turns` for its mind. Requests that offer no tools are the
 * client's own small questions (a title, a topic) and are answered with a word.
 */
export function startAnthropicModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path === '/v1/messages/count_tokens') return { input_tokens: 1 };
    if (request.path !== '/v1/messages') return undefined;
    const done = toolResultsOf(request).length;
    const offered = ((request.body['tools'] ?? []) as readonly unknown[]).length;
    const turn = offered === 0 ? { text: 'ok' } : turnAfter(turns, done);
    return toEvents(turn, request.body['model'], `scripted_${done}`);
  });
}
