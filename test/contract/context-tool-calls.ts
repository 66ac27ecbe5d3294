import { expect } from 'vitest';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import { pruneText } from '../../src/engine/embedded.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { resultBytes } from '../../src/mcp/tool-result.ts';
import { zodOf } from '../../src/mcp/zod-of.ts';
import { createContextTools } from '../../src/tools/context/context-tools.ts';

export interface ContextAnswer {
  readonly success: boolean;
  readonly code?: string;
  readonly errors?: readonly { readonly segment_id: string; readonly code: string }[];
  readonly [field: string]: unknown;
}

export interface CalledTools {
  readonly tools: readonly SharedTool[];
  readonly artifacts: ArtifactStore;
  /** Calls a tool by its name without `context_`. */
  call(name: string, args?: object, structured?: boolean): Promise<ContextAnswer>;
}

/** Creates the tools over a store. Each result is checked against the contract of all results. */
export function contextTools(
  store: ContextStore,
  texts: { counted: number } = { counted: 0 },
  keeps = true,
): CalledTools {
  const artifacts = createMemoryArtifactStore();
  let made = 0;
  const tools = createContextTools({
    store,
    artifacts: keeps ? artifacts : undefined,
    loadTokenCounter: async () => (text) => {
      texts.counted += 1;
      return Math.ceil(text.length / 4);
    },
    prune: async ({ text, question }) => pruneText({ text, question, markers: 'ranges' }).text,
    newId: () => String(++made),
  });
  const call = async (name: string, args: object = {}, structured = true): Promise<ContextAnswer> => {
    const tool = tools.find((one) => one.name === `context_${name}`) as SharedTool;
    const how = { signal: new AbortController().signal, structured };
    const valid = zodOf(tool.arguments).safeParse(args);
    const result = await (valid.success ? tool.execute(valid.data, how) : tool.refuse?.(args, how));
    if (result === undefined) throw new Error(`context_${name} refuses nothing`);
    expect(resultBytes(result)).toBeLessThanOrEqual(10_240);
    const [block] = result.content;
    const answer = JSON.parse(block?.type === 'text' ? block.text : '') as ContextAnswer;
    if (structured) expect(answer).toEqual(result.structuredContent);
    tool.result.parse(answer);
    expect(answer.success).toBe(result.isError !== true);
    return answer;
  };
  return { call, tools, artifacts };
}
