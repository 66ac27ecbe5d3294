/** A tool call in any of the usual forms: the tool's name and its arguments. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Parses `{name, arguments}`, `{name, input}`, `{function: {name, arguments}}` or a string. Arguments may be JSON text.
 */
export function readToolCall(call: unknown): ToolCall {
  if (typeof call === 'string') return { name: '', input: call };
  if (!isObject(call)) return { name: '', input: undefined };
  const inner = isObject(call['function']) ? call['function'] : call;
  const name = typeof inner['name'] === 'string' ? inner['name'] : '';
  const input = inner['arguments'] ?? inner['input'] ?? inner['parameters'];
  return { name, input: typeof input === 'string' ? parsed(input) : input };
}

/** Path in the call's arguments, if there is one. */
export function pathOf({ input }: ToolCall): string | undefined {
  if (!isObject(input)) return undefined;
  const path = input['file_path'] ?? input['path'] ?? input['filename'];
  return typeof path === 'string' ? path : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
