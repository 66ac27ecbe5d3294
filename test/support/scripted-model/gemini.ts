import {
  type ModelRequest,
  NotOffered,
  type Said,
  type ScriptedModel,
  serveModel,
  type Turn,
  turnAfter,
} from './loopback.ts';
import { type ModelEvent, type Streamed, toDeltas, toPauses } from './pace.ts';

interface Part {
  readonly functionResponse?: { readonly response?: { readonly output?: unknown; readonly error?: unknown } };
}

/** The tools' answers in a request, as sent to the model. */
export function functionResponsesOf({ body }: ModelRequest): readonly string[] {
  const contents = (body['contents'] ?? []) as readonly { readonly parts?: readonly Part[] }[];
  return contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse.response ?? {}]))
    .map(({ output, error }) => String(output ?? error ?? ''));
}

function toChunk(part: object, finishReason?: 'STOP'): ModelEvent {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

/** A text is sent in pieces. A call is sent whole, after the pauses that its arguments would take. */
function toChunks(turn: Said, offered: readonly string[]): readonly Streamed[] {
  const text = 'tool' in turn ? turn.said : turn.text;
  const words = text === undefined ? [] : toDeltas(text, (piece) => toChunk({ text: piece }));
  if (!('tool' in turn)) return [...words, toChunk({ text: '' }, 'STOP')];
  const { tool: name, input: args } = turn;
  if (!offered.includes(name)) throw new NotOffered(name, offered);
  return [...words, ...toPauses(JSON.stringify(args)), toChunk({ functionCall: { name, args } }, 'STOP')];
}

interface Tools {
  readonly functionDeclarations?: readonly { readonly name: string }[];
}

/** The names of the tools that a request offers. */
export function toolsOf({ body }: ModelRequest): readonly string[] {
  const tools = (body['tools'] ?? []) as readonly Tools[];
  return tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
}

/**
 * The Gemini API (`streamGenerateContent`), with `turns` as the model's answers. `inner` has the answers for a
 * sub-agent. Requests without tools are answered with one word.
 */
export function startGeminiModel(
  turns: readonly Turn[],
  inner: readonly Turn[] = turns,
  pauseMs?: number,
): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path.endsWith(':countTokens')) return { totalTokens: 1 };
    if (request.path.endsWith(':generateContent')) return toChunk({ text: '{}' }, 'STOP');
    if (!request.path.endsWith(':streamGenerateContent')) return undefined;
    const offered = toolsOf(request);
    const script = offered.includes('invoke_agent') ? turns : inner;
    const turn = offered.length === 0 ? { text: 'ok' } : turnAfter(script, functionResponsesOf(request), request);
    return toChunks(turn, offered);
  }, pauseMs);
}
