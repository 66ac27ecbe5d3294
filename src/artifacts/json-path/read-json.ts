/** Numbers of so many digits may not be what a double can hold. */
const LONG_NUMBER = /\d{16}/;

type WithSource = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const rawJSON = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

/**
 * JSON that `JSON.stringify` writes back without loss: where the runtime tells how a number was written, numbers that a
 * double does not hold stay as they are. Throws a `SyntaxError`.
 */
export function readJson(text: string): unknown {
  if (rawJSON === undefined || !LONG_NUMBER.test(text)) return JSON.parse(text);
  const exact: WithSource = (_, value, context) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    return Number.isSafeInteger(value) || JSON.stringify(value) === context.source ? value : rawJSON(context.source);
  };
  return JSON.parse(text, exact);
}
