import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import type { ResponseLimits } from '../../src/fit/limits.ts';
import { wrapResponse } from '../../src/fit/wrap-response.ts';
import type { ToolResult } from '../../src/mcp/tool-result.ts';
import type { ArtifactArguments } from '../../src/tools/artifact/artifact-arguments.ts';
import { createArtifactTool } from '../../src/tools/artifact/artifact-tool.ts';
import type { Fact, Recorded } from '../clients/recorded-calls.ts';

export interface RecordedResult extends Recorded {
  readonly server: string;
  readonly result: OriginalResult;
}

/** A server's result (MCP 2025-11-25, `CallToolResult`). */
export interface OriginalResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}

const FOLDER = fileURLToPath(new URL('../fixtures/mcp-results/', import.meta.url));

/** Every recorded result, by server. */
export function readRecorded(): RecordedResult[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file) => {
    const { server, results } = JSON.parse(readFileSync(FOLDER + file, 'utf8'));
    return (results as RecordedResult[]).map((one) => ({ ...one, server }));
  });
}

/** Returns the data that a gateway shapes: the structured content, else the values in the texts, else the blocks. */
export function dataOf({ content, structuredContent }: OriginalResult): unknown {
  if (structuredContent !== undefined) return structuredContent;
  if (content.some(({ type }) => type !== 'text')) return content;
  const texts = content.map(({ text = '' }) => parsed(text));
  return texts.length === 1 ? texts[0] : texts;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

export interface ShapedResult {
  readonly data: unknown;
  readonly store: ArtifactStore;
  readonly shaped: ToolResult;
  /** Makes the same call with another value as its result. */
  again(value: unknown): Promise<ToolResult>;
}

export async function shape(
  { server, tool, result }: RecordedResult,
  limits?: Partial<ResponseLimits>,
): Promise<ShapedResult> {
  const store = createMemoryArtifactStore();
  const data = dataOf(result);
  const again = (value: unknown): Promise<ToolResult> =>
    wrapResponse(value, { summary: tool, success: result.isError !== true, artifacts: store, domain: server, limits });
  return { data, store, shaped: await again(data), again };
}

/**
 * Where an agent finds a fact: in the shaped result, or with one call of the artifact tool. Undefined if the fact is
 * lost.
 */
export type FoundBy = 'shown' | 'pattern' | 'path' | undefined;

export async function find(fact: Fact, { shaped, store }: ShapedResult): Promise<FoundBy> {
  if (holds(shaped.structuredContent, fact.text)) return 'shown';
  const ref = shaped.structuredContent?.['artifactRef'];
  if (typeof ref !== 'string' || fact.ask === undefined) return undefined;
  const ask: ArtifactArguments = { ref, ...fact.ask };
  const page = await createArtifactTool({ store }).execute(ask, { signal: new AbortController().signal });
  const { content } = page.structuredContent as { readonly content?: string };
  if (!`${content}`.includes(fact.text) && !`${content}`.includes(JSON.stringify(fact.text).slice(1, -1)))
    return undefined;
  return 'pattern' in fact.ask ? 'pattern' : 'path';
}

/** True if one of a value's strings, or its JSON, contains the text. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return String(value) === text;
  return JSON.stringify(value).includes(text) || Object.values(value).some((one) => holds(one, text));
}

/** Returns the content of a shaped result's artifact; undefined if there is none. */
export async function wholeOf({ shaped, store }: ShapedResult): Promise<string | undefined> {
  const ref = parseArtifactRef(String(shaped.structuredContent?.['artifactRef']));
  return ref && new TextDecoder('utf-8', { fatal: true }).decode(await store.read(ref));
}
