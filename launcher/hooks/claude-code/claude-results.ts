import { type Fields, isFields } from '../../../src/sessions/fields.ts';
import type { HostResult } from '../host-result.ts';

type ToResult = (response: Fields) => HostResult | undefined;

/** UTF-16 units that Claude Code shows of an output that it has put into a file. */
const PREVIEW_CHARS = 2000;

/** Results of Claude Code's own tools, in the shapes of 2.1.329. */
const RESULTS: Readonly<Record<string, ToResult>> = {
  Read: (response) => {
    const { file } = response;
    if (response['type'] !== 'text' || !isFields(file)) return undefined;
    const { content, filePath, startLine } = file;
    if (typeof content !== 'string' || typeof filePath !== 'string' || !isLineNumber(startLine)) return undefined;
    return {
      ...{ text: content, path: filePath, firstLine: startLine, isNumberedByHost: true },
      withText: (text, firstShown) => ({
        ...response,
        file: { ...file, content: text, numLines: text.split('\n').length, startLine: firstShown },
      }),
    };
  },
  Bash: (response) => {
    const { stdout, stderr, isImage, persistedOutputPath, persistedOutputSize, ...rest } = response;
    // The output of a command that failed, or still runs, passes as it is.
    const isPlain = isImage === false && response['interrupted'] === false && stderr === '';
    if (typeof stdout !== 'string' || !isPlain || 'backgroundTaskId' in response) return undefined;
    const cut =
      typeof persistedOutputPath !== 'string'
        ? {}
        : { wholeIn: persistedOutputPath, preview: stdout.slice(0, PREVIEW_CHARS) };
    return { text: stdout, ...cut, withText: (text) => ({ ...rest, stdout: text, stderr, isImage }) };
  },
  Grep: (response) => {
    const { content, mode } = response;
    if (mode !== 'content' || typeof content !== 'string') return undefined;
    return { text: content, withText: (text) => ({ ...response, content: text }) };
  },
  WebFetch: (response) => {
    const { result } = response;
    if (typeof result !== 'string') return undefined;
    return { text: result, withText: (text) => ({ ...response, result: text }) };
  },
};

function isLineNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** The result of a tool in its own shape; undefined for any other tool or shape. */
export function toClaudeResult(tool: string, response: unknown): HostResult | undefined {
  if (!Object.hasOwn(RESULTS, tool) || !isFields(response)) return undefined;
  return RESULTS[tool]?.(response);
}
