import {
  type CallTurn,
  type ModelRequest,
  NotOffered,
  type Said,
  type ScriptedModel,
  serveModel,
  type Turn,
  tokensOf,
  toText,
  turnAfter,
} from './loopback.ts';
import { type Streamed, toDeltas } from './pace.ts';
import { sealAfter } from './thoughts.ts';

interface Block {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface Tool {
  readonly name: string;
  readonly defer_loading?: boolean;
}

const SEARCH = 'ToolSearch';
/** Number of answers so far, of all models: no id of a call may be twice in a session that is resumed. */
let answers = 0;
/** Digits of that number in an id. Claude Code loses a result if the id of its call is the beginning of another's. */
const SERIAL_DIGITS = 6;
/** Prefix of the ids of lookups: calls outside the script that search for the tool of the next call. */
const LOOKUP = 'toolu_lookup_';

function resultBlocksOf({ body }: ModelRequest): readonly Block[] {
  const messages = (body['messages'] ?? []) as readonly { readonly content: string | readonly Block[] }[];
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'tool_result');
}

/** The results of the script's calls in a request, as sent to the model. */
export function toolResultsOf(request: ModelRequest): readonly string[] {
  return resultBlocksOf(request)
    .filter(({ tool_use_id = '' }) => !tool_use_id.startsWith(LOOKUP))
    .map(({ content }) => toText(content));
}

/** Names of the tools that the model may call: those offered directly, and deferred ones that a search has found. */
export function toolsOf(request: ModelRequest): readonly string[] {
  const tools = (request.body['tools'] ?? []) as readonly Tool[];
  const found = new Set(
    resultBlocksOf(request)
      .flatMap(({ content }) => (Array.isArray(content) ? (content as { readonly tool_name?: string }[]) : []))
      .map(({ tool_name }) => tool_name),
  );
  return tools.filter(({ name, defer_loading }) => defer_loading !== true || found.has(name)).map(({ name }) => name);
}

/** Place of an answer: the number of results before it, and of answers of all models, so that no two ids are the same. */
interface Place {
  readonly done: number;
  readonly serial: string;
}

/** The call, or a search for its tool if it is deferred. */
function toCall(turn: CallTurn, request: ModelRequest, { done, serial }: Place): CallTurn & { readonly id: string } {
  const offered = toolsOf(request);
  if (offered.includes(turn.tool)) return { ...turn, id: `toolu_scripted_${serial}` };
  const id = `${LOOKUP}${done}`;
  const searched = resultBlocksOf(request).some(({ tool_use_id }) => tool_use_id === id);
  if (searched || !offered.includes(SEARCH)) throw new NotOffered(turn.tool, offered);
  return { id, tool: SEARCH, input: { query: `select:${turn.tool}`, max_results: 5 } };
}

/** One block of an answer. */
interface Part {
  readonly block: object;
  readonly whole: string;
  readonly toDelta: (piece: string) => object;
  /** Delta behind the others. */
  readonly last?: object;
}

function toEvents(turn: Said, request: ModelRequest, place: Place): readonly Streamed[] {
  const call = 'tool' in turn ? toCall(turn, request, place) : undefined;
  const text = 'tool' in turn ? call?.said : turn.text;
  const { thought } = turn;
  const thinking = thought !== undefined && {
    ...{ block: { type: 'thinking', thinking: '', signature: '' }, whole: thought },
    toDelta: (piece: string): object => ({ type: 'thinking_delta', thinking: piece }),
    last: { type: 'signature_delta', signature: sealAfter(request) },
  };
  const words = text !== undefined && {
    ...{ block: { type: 'text', text: '' }, whole: text },
    toDelta: (piece: string): object => ({ type: 'text_delta', text: piece }),
  };
  const also = (call?.tool === SEARCH ? [] : (call?.also ?? [])).map((one, at) => ({
    ...one,
    id: `toolu_also_${at}_${place.serial}`,
  }));
  const uses = (call === undefined ? [] : [call, ...also]).map(({ id, tool, input }) => ({
    ...{ block: { type: 'tool_use', id, name: tool, input: {} }, whole: JSON.stringify(input) },
    toDelta: (piece: string): object => ({ type: 'input_json_delta', partial_json: piece }),
  }));
  const { model } = request.body;
  const usage = { input_tokens: tokensOf(request), output_tokens: 1 };
  const message = { id: `msg_scripted_${place.serial}`, type: 'message', role: 'assistant', model, content: [], usage };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...[thinking, words, ...uses]
      .filter((part) => part !== false)
      .flatMap(({ block, whole, toDelta, last }: Part, index) => [
        { type: 'content_block_start', index, content_block: block },
        ...toDeltas(whole, (piece) => ({ type: 'content_block_delta', index, delta: toDelta(piece) })),
        ...(last === undefined ? [] : [{ type: 'content_block_delta', index, delta: last }]),
        { type: 'content_block_stop', index },
      ]),
    {
      type: 'message_delta',
      delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage,
    },
    { type: 'message_stop' },
  ];
}

/**
 * The Messages API (`POST /v1/messages`, streaming), with `turns` as the model's answers. Requests without tools are
 * small questions of the client itself, such as for a title. They are answered with one word.
 */
export function startAnthropicModel(turns: readonly Turn[], pauseMs?: number): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path === '/v1/messages/count_tokens') return { input_tokens: tokensOf(request) };
    if (request.path !== '/v1/messages') return undefined;
    const given = toolResultsOf(request);
    const turn = toolsOf(request).length === 0 ? { text: 'ok' } : turnAfter(turns, given, request);
    return toEvents(turn, request, { done: given.length, serial: String(answers++).padStart(SERIAL_DIGITS, '0') });
  }, pauseMs);
}
