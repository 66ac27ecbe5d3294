import { writeJson } from '../../../../src/base/json/json-number.ts';
import { parsedField } from '../../../../src/base/json/parsed-field.ts';
import { type Fields, isFields } from '../../../../src/transcripts/fields.ts';
import type { HostResult } from '../../../../src/unasked/host-result.ts';

type ToResult = (response: Fields) => HostResult | undefined;

/** Parsers for results of Claude Code's own tools, in the shapes of 2.1.332. */
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
  Bash: toOutput,
  PowerShell: toOutput,
  Grep: (response) => {
    const { content, mode } = response;
    if (mode === 'files_with_matches') return toNames(response);
    if (mode !== 'content' || typeof content !== 'string') return undefined;
    return { text: content, withText: (text) => ({ ...response, content: text }) };
  },
  Glob: toNames,
  WebFetch: (response) => {
    const { result } = response;
    if (typeof result !== 'string') return undefined;
    return { text: result, withText: (text) => ({ ...response, result: text }) };
  },
};

/**
 * Parses the output of a command. One that Claude Code moved to a file is shown as a preview: hooks of the user may have
 * masked what we are given, but not that file.
 */
function toOutput(response: Fields): HostResult | undefined {
  const { stdout } = response;
  // The output of a command that failed, or that is still running, passes unchanged.
  const isPlain = response['isImage'] === false && response['interrupted'] === false && response['stderr'] === '';
  const isElsewhere = response['backgroundTaskId'] !== undefined || response['persistedOutputPath'] !== undefined;
  if (typeof stdout !== 'string' || !isPlain || isElsewhere) return undefined;
  return { text: stdout, withText: (text) => ({ ...response, stdout: text }) };
}

/** Parses a list of file names, one per line. */
function toNames(response: Fields): HostResult | undefined {
  const { filenames } = response;
  if (!Array.isArray(filenames) || !filenames.every((name) => typeof name === 'string')) return undefined;
  return { text: filenames.join('\n'), withText: (text) => ({ ...response, filenames: text.split('\n') }) };
}

/** Parses the result of an MCP tool: blocks with exactly one text, or structured content as JSON. */
function toMcpResult(response: unknown): HostResult | undefined {
  if (typeof response === 'string') return toStructured(response);
  if (!Array.isArray(response)) return undefined;
  const [block, ...more] = response.filter((one) => isFields(one) && one['type'] === 'text') as Fields[];
  const text = block?.['text'];
  if (typeof text !== 'string' || more.length > 0) return undefined;
  return { text, withText: (short) => response.map((one) => (one === block ? { ...block, text: short } : one)) };
}

/**
 * Structured content is shown as one line of JSON. A single multiline text in it, such as a file's content, is
 * shortened on its own.
 */
function toStructured(json: string): HostResult {
  const content = parsedField(json);
  const [field, ...more] = isFields(content) ? Object.entries(content).filter(([, value]) => isLines(value)) : [];
  if (field === undefined || more.length > 0) return { text: json, withText: (text) => text };
  const [name, text] = field as [string, string];
  return { text, withText: (short) => writeJson({ ...(content as Fields), [name]: short }) };
}

const isLines = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');

/** Matches tools of other MCP servers. Results of our own tools are already shortened. */
const MCP_TOOL = /^mcp__(?!.*pruner.*__)/;

const isLineNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

/** Parses a tool's result; undefined for an unknown tool or shape. */
export function toClaudeResult(tool: string, response: unknown): HostResult | undefined {
  if (MCP_TOOL.test(tool)) return toMcpResult(response);
  if (!Object.hasOwn(RESULTS, tool) || !isFields(response)) return undefined;
  return RESULTS[tool]?.(response);
}
