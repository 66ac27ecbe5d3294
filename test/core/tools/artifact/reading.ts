import fc from 'fast-check';
import { expect } from 'vitest';
import type { ArtifactStore } from '../../../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import { FINAL_META, RESULT_META, resultBytes, type ToolResult } from '../../../../src/mcp/tool-result.ts';
import type { ArtifactArguments } from '../../../../src/tools/artifact/artifact-arguments.ts';
import { type ArtifactToolOptions, createArtifactTool } from '../../../../src/tools/artifact/artifact-tool.ts';

/** `structuredContent` of a page or an error. */
export interface Structured {
  readonly summary: string;
  readonly success: boolean;
  readonly ref: string;
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly start_line?: number;
  readonly end_line?: number;
  readonly total_bytes: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly notice?: string;
  readonly code?: string;
  readonly message?: string;
}

/** The artifact tool over a store with one artifact. */
export interface Opened {
  readonly store: ArtifactStore;
  readonly ref: string;
  call(args?: Partial<ArtifactArguments>): Promise<Structured>;
  result(args?: Partial<ArtifactArguments>): Promise<ToolResult>;
  /** Reads all pages, from the first on. */
  pages(args?: Partial<ArtifactArguments>): Promise<readonly Structured[]>;
}

export async function openArtifact(
  body: string | Uint8Array,
  { structured = true, ...options }: Partial<ArtifactToolOptions> & { readonly structured?: boolean } = {},
): Promise<Opened> {
  const store = options.store ?? createMemoryArtifactStore();
  const { ref } = await store.put({ domain: 'test', mimeType: 'text/plain', body });
  const tool = createArtifactTool({ ...options, store });
  const result = async (args: Partial<ArtifactArguments> = {}): Promise<ToolResult> => {
    const given = tool.arguments.parse({ ref, ...args });
    const found = await tool.execute(given, { signal: new AbortController().signal, structured });
    checkResult(found, options.maxBytes ?? 10_240, structured);
    tool.result.parse(factsOf(found));
    return found;
  };
  const call = async (args?: Partial<ArtifactArguments>): Promise<Structured> => factsOf(await result(args));
  return {
    store,
    ref,
    call,
    result,
    async pages(args) {
      const all = [await call(args)];
      for (let cursor = all[0]?.nextCursor; cursor !== undefined; cursor = all.at(-1)?.nextCursor) {
        all.push(await call({ cursor }));
        if (all.length > 5000) expect.fail('the pages do not end');
      }
      return all;
    },
  };
}

/**
 * Returns the facts in a result. Without structured content, the page is in the text and everything else in `_meta`.
 */
function factsOf({ content: [block], structuredContent, _meta, isError }: ToolResult): Structured {
  if (structuredContent !== undefined) return structuredContent as unknown as Structured;
  const facts = _meta?.[RESULT_META] as Omit<Structured, 'content'>;
  if (isError === true) return facts as Structured;
  const text = block?.type === 'text' ? block.text : '';
  // After the content comes either nothing, or lines of which the last has the cursor.
  const hints = [
    ...(facts.encoding === 'base64' ? [`[${facts.summary}]`] : []),
    ...(facts.notice === undefined ? [] : [`[${facts.notice}]`]),
    ...(facts.nextCursor === undefined ? [] : [text.split('\n').at(-1)]),
  ].join('\n');
  const apart = facts.encoding === 'base64' || hints.includes('[More of this line: ') ? 1 : 0;
  const content = hints === '' ? text : text.slice(0, -hints.length - apart);
  return { ...facts, content: facts.total_bytes === 0 || content === facts.summary ? '' : content };
}

/** Checks what holds for every result, including errors. */
function checkResult(result: ToolResult, maxBytes: number, structured: boolean): void {
  expect(resultBytes(result)).toBeLessThanOrEqual(maxBytes);
  expect([result.structuredContent !== undefined, Object.keys(result._meta ?? {})]).toEqual([
    structured,
    structured ? [FINAL_META] : [FINAL_META, RESULT_META],
  ]);
  expect(result._meta?.[FINAL_META]).toBe(true);
  const { summary, success, content = '', nextCursor, hasMore } = factsOf(result);
  expect(summary.length).toBeGreaterThan(0);
  expect(summary.length).toBeLessThanOrEqual(100);
  expect(summary).not.toMatch(/[\r\n]/);
  expect(success).toBe(result.isError !== true);
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  expect(text.startsWith(content)).toBe(true);
  if (!success) return;
  expect(hasMore).toBe(nextCursor !== undefined);
  if (nextCursor !== undefined) expect(text.split('\n').at(-1)).toContain(nextCursor);
}

/** Text of any characters, built here because fast-check's own strings take a second to set up. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
    ),
    { maxLength: 1000 },
  )
  .map((points) => String.fromCodePoint(...points));

/** Joins the bytes that pages show. */
export function bytesOf(pages: readonly Structured[]): Uint8Array {
  const parts = pages.map(({ content, encoding }) =>
    encoding === 'utf-8' ? new TextEncoder().encode(content) : Uint8Array.from(atob(content), (c) => c.charCodeAt(0)),
  );
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
