import {
  type ModelRequest,
  type Said,
  type ScriptedModel,
  serveModel,
  type Turn,
  tokensOf,
  toText,
  turnAfter,
} from './loopback.ts';
import { type ItemEvents, itemsOf, LOOKUP, toCall } from './openai-calls.ts';
import { type Streamed, toDeltas } from './pace.ts';

function toUsage(request: ModelRequest): object {
  const input = tokensOf(request);
  const details = { input_tokens_details: null, output_tokens_details: null };
  return { ...details, input_tokens: input, output_tokens: 1, total_tokens: input + 1 };
}

/** The outputs of the script's calls in a request, as sent to the model. */
export function toolOutputsOf(request: ModelRequest): readonly string[] {
  return itemsOf(request)
    .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
    .filter(({ call_id = '' }) => !call_id.startsWith(LOOKUP))
    .map(({ output }) => toText(output));
}

function toMessage(text: string, id: string): ItemEvents {
  const item = { type: 'message', role: 'assistant', id };
  const toPart = (said: string): object => ({ type: 'output_text', text: said, annotations: [] });
  return (output_index) => {
    const place = { item_id: id, output_index, content_index: 0 };
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
      { type: 'response.content_part.added', ...place, part: toPart('') },
      ...toDeltas(text, (delta) => ({ type: 'response.output_text.delta', ...place, delta })),
      { type: 'response.output_text.done', ...place, text },
      { type: 'response.content_part.done', ...place, part: toPart(text) },
      { type: 'response.output_item.done', output_index, item: { ...item, content: [toPart(text)] } },
    ];
  };
}

function toEvents(turn: Said, request: ModelRequest, done: number): readonly Streamed[] {
  const { said, toItem } = 'tool' in turn ? toCall(turn, request, done) : { said: turn.text };
  const words = said === undefined ? [] : [toMessage(said, `msg_scripted_${done}`)];
  const calls = toItem === undefined ? [] : [toItem];
  const id = `resp_scripted_${done}`;
  return [
    { type: 'response.created', response: { id } },
    ...[...words, ...calls].flatMap((item, index) => item(index)),
    { type: 'response.completed', response: { id, usage: toUsage(request) } },
  ];
}

/** The Responses API (`POST /v1/responses`, streaming), with `turns` as the model's answers. */
export function startResponsesModel(turns: readonly Turn[], pauseMs?: number): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path !== '/v1/responses') return undefined;
    const given = toolOutputsOf(request);
    return toEvents(turnAfter(turns, given, request), request, given.length);
  }, pauseMs);
}
