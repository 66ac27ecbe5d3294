import { type CallTurn, type ModelRequest, NotOffered, toText } from './loopback.ts';
import { type Streamed, toDeltas, toPauses } from './pace.ts';

interface Tool {
  readonly type: string;
  /** Absent for a tool of the API itself, such as `tool_search`. */
  readonly name?: string;
  readonly description?: string;
  /** The tools of a namespace. */
  readonly tools?: readonly Tool[];
}

export interface Item {
  readonly type: string;
  readonly call_id?: string;
  readonly output?: unknown;
  readonly tools?: readonly Tool[];
}

/** Returns an output item as events, given its index in the response. */
export type ItemEvents = (output_index: number) => readonly Streamed[];

/** Prefix of the ids of lookups: calls that search for a deferred tool before it is called. */
export const LOOKUP = 'lookup_';
/** Tool that runs JavaScript, which calls other tools. In code mode, it is the only tool that the model is offered. */
const CODE = 'exec';
const SEARCH = 'tool_search';
/** The namespace of tools that are called without a prefix. */
const BARE = 'functions';

export const itemsOf = ({ body }: ModelRequest): readonly Item[] => (body['input'] ?? []) as readonly Item[];

interface Offered {
  /** Tools that the model calls itself, by full name. */
  readonly direct: ReadonlyMap<string, Tool & { readonly namespace?: string }>;
  /** Tools that its JavaScript calls. */
  readonly nested: readonly string[];
}

function offeredBy(request: ModelRequest): Offered {
  const items = itemsOf(request);
  // Code mode offers its tools in an item, and a search adds the tools it found in another item.
  const given = [...((request.body['tools'] ?? []) as readonly Tool[]), ...items.flatMap(({ tools = [] }) => tools)];
  const direct = new Map(
    given.flatMap((tool) => {
      const { type, name = type, tools = [] } = tool;
      if (type !== 'namespace') return [[name, tool] as const];
      if (name === BARE) return tools.map((one) => [String(one.name), one] as const);
      return tools.map((one) => [`${name}__${one.name}`, { ...one, namespace: name }] as const);
    }),
  );
  const lookedUp = items.filter(({ call_id }) => call_id?.startsWith(LOOKUP)).map(({ output = '' }) => toText(output));
  const declared = [direct.get(CODE)?.description ?? '', ...lookedUp].join('\n');
  const nested = [...declared.matchAll(/declare const tools: \{ (\w+)\(/g)].map(([, name = '']) => name);
  return { direct, nested };
}

/** Returns JavaScript that calls a tool and prints the useful part of its result. */
function toCode({ tool, input }: CallTurn): string {
  const call = `const r = await tools.${tool}(${JSON.stringify(input)});\n`;
  if (tool.startsWith('mcp__')) return `${call}for (const block of r.content) text(block.text ?? block);`;
  if (tool === 'exec_command') return `${call}text(r.output);\nif (r.exit_code) text("exit code " + r.exit_code);`;
  return `${call}text(r);`;
}

/** Returns an item whose text is sent in pieces; `events` is the prefix of their event names. */
function inPieces(item: { readonly id: string }, field: string, whole: string, events: string): ItemEvents {
  return (output_index) => {
    const place = { item_id: item.id, output_index };
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, [field]: '' } },
      ...toDeltas(whole, (delta) => ({ type: `${events}.delta`, ...place, delta })),
      { type: `${events}.done`, ...place, [field]: whole },
      { type: 'response.output_item.done', output_index, item: { ...item, [field]: whole } },
    ];
  };
}

function toCustomCall(call_id: string, name: string, input: string): ItemEvents {
  const item = { type: 'custom_tool_call', id: `ctc_${call_id}`, call_id, name };
  return inPieces(item, 'input', input, 'response.custom_tool_call_input');
}

function toFunctionCall(call_id: string, name: string, namespace: string | undefined, input: object): ItemEvents {
  const item = { type: 'function_call', id: `fc_${call_id}`, call_id, name, ...(namespace && { namespace }) };
  return inPieces(item, 'arguments', JSON.stringify(input), 'response.function_call_arguments');
}

function toSearch(call_id: string, query: string): ItemEvents {
  const item = { type: 'tool_search_call', id: `tsc_${call_id}`, call_id, execution: 'client', arguments: { query } };
  return (output_index) => [...toPauses(query), { type: 'response.output_item.done', output_index, item }];
}

export interface OfferedCall {
  /** Undefined before a lookup, because the sentence belongs to the call itself. */
  readonly said: string | undefined;
  readonly toItem: ItemEvents;
}

/** Returns the call in the way that the host offers its tool: directly, in JavaScript, or after a lookup. */
export function toCall(turn: CallTurn, request: ModelRequest, done: number): OfferedCall {
  const { direct, nested } = offeredBy(request);
  const { said, tool, input } = turn;
  const id = `call_scripted_${done}`;
  const called = direct.get(tool);
  if (called !== undefined && typeof input === 'string') return { said, toItem: toCustomCall(id, tool, input) };
  if (called !== undefined) {
    return { said, toItem: toFunctionCall(id, String(called.name), called.namespace, Object(input)) };
  }
  if (nested.includes(tool)) return { said, toItem: toCustomCall(id, CODE, toCode(turn)) };
  const lookup = `${LOOKUP}${done}`;
  if (!itemsOf(request).some(({ call_id }) => call_id === lookup)) {
    const code = `text(ALL_TOOLS.filter(({ name }) => name === ${JSON.stringify(tool)}));`;
    if (direct.has(CODE)) return { said: undefined, toItem: toCustomCall(lookup, CODE, code) };
    if (direct.has(SEARCH)) return { said: undefined, toItem: toSearch(lookup, tool.replaceAll('__', ' ')) };
  }
  throw new NotOffered(tool, [...direct.keys(), ...nested]);
}
