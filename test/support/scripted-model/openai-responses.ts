import {
  type ModelEvent,
  type ModelRequest,
  type ScriptedModel,
  serveModel,
  type Turn,
  toText,
  turnAfter,
} from './loopback.ts';

type Item = { readonly type: string; readonly output?: unknown };

const USAGE = {
  input_tokens: 1,
  input_tokens_details: null,
  output_tokens: 1,
  output_tokens_details: null,
  total_tokens: 2,
};

/** The outputs of the tool calls in a request, as the model is sent them. */
export function toolOutputsOf({ body }: ModelRequest): readonly string[] {
  return ((body['input'] ?? []) as readonly Item[])
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => toText(output));
}

function toEvents(turn: Turn, id: string): readonly ModelEvent[] {
  const said = 'tool' in turn ? turn.said : turn.text;
  const words =
    said === undefined
      ? []
      : [{ type: 'message', role: 'assistant', id: `msg_${id}`, content: [{ type: 'output_text', text: said }] }];
  const calls =
    'tool' in turn
      ? [
          {
            type: 'function_call',
            call_id: `call_${id}`,
            name: turn.tool,
            ...(turn.namespace === undefined ? {} : { namespace: turn.namespace }),
            arguments: JSON.stringify(turn.input),
          },
        ]
      : [];
  return [
    { type: 'response.created', response: { id: `resp_${id}` } },
    ...[...words, ...calls].map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
    { type: 'response.completed', response: { id: `resp_${id}`, usage: USAGE } },
  ];
}

/** The Responses API (`POST /v1/responses`, streaming) with `turns` for its mind. */
export function startResponsesModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path !== '/v1/responses') return undefined;
    const done = toolOutputsOf(request).length;
    return toEvents(turnAfter(turns, done), `scripted_${done}`);
  });
}
