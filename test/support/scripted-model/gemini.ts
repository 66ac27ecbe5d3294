import {
  type ModelEvent,
  type ModelRequest,
  type ScriptedModel,
  serveModel,
  type Turn,
  turnAfter,
} from './loopback.ts';

interface Part {
  readonly functionResponse?: { readonly response?: { readonly output?: unknown; readonly error?: unknown } };
}

/** The answers of tools in a request, as the model is sent them. */
export function functionResponsesOf({ body }: ModelRequest): readonly string[] {
  const contents = (body['contents'] ?? []) as readonly { readonly parts?: readonly Part[] }[];
  return contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse.response ?? {}]))
    .map(({ output, error }) => String(output ?? error ?? ''));
}

function toChunk(turn: Turn): ModelEvent {
  const text = 'tool' in turn ? turn.said : turn.text;
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...('tool' in turn ? [{ functionCall: { name: turn.tool, args: turn.input } }] : []),
  ];
  return {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
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
 * The Gemini API (`streamGenerateContent`) with `turns` for its mind, and `inner` for that of an agent which it asks; requests
 * without tools get a word.
 */
export function startGeminiModel(turns: readonly Turn[], inner: readonly Turn[] = turns): Promise<ScriptedModel> {
  return serveModel((request) => {
    if (request.path.endsWith(':countTokens')) return { totalTokens: 1 };
    if (request.path.endsWith(':generateContent')) return toChunk({ text: '{}' });
    if (!request.path.endsWith(':streamGenerateContent')) return undefined;
    const offered = toolsOf(request);
    const script = offered.includes('invoke_agent') ? turns : inner;
    return [toChunk(offered.length === 0 ? { text: 'ok' } : turnAfter(script, functionResponsesOf(request).length))];
  });
}
