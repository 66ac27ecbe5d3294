import { jsonBytes } from '../../../src/base/json/json-bytes.ts';
import { fitOutputFields } from '../../../src/fit/result/fit-output-fields.ts';
import type { ContentBlock } from '../../../src/mcp/tool-result.ts';
import type { KeptText } from '../../../src/text/kept-text.ts';
import { cutNotice } from '../../../src/text/notice.ts';
import { type CallAnswer, type CallToolResult, outputText, toToolResult } from './tool-result.ts';

export interface FitAnswerOptions {
  /** Max UTF-8 bytes of the result as JSON, at least 1,024. */
  readonly maxBytes: number;
  /** True if the result carries `structuredContent`, so that it holds the output twice. */
  readonly structured: boolean;
  /** Stores the full text before anything is cut. */
  readonly keep: (text: string) => Promise<KeptText>;
  /** Names the stored text. Default: all of the output. */
  readonly what?: string | undefined;
  /** Lines to add after the output of a result that fits. */
  readonly after?: string | undefined;
}

export interface FittedAnswer {
  readonly result: CallToolResult;
  /** Set if it did not fit: UTF-8 bytes before and after, and the artifact with the full text. */
  readonly shaped?: { readonly before: number; readonly after: number; readonly artifact: string | undefined };
}

/**
 * Fits an answer into a budget (`MCP_PRUNER_MAX_RESPONSE_BYTES`). Stores the full text first, and says how to get it
 * both before and after the output, because hosts cut the middle.
 */
export async function fitAnswer(answer: CallAnswer, options: FitAnswerOptions): Promise<FittedAnswer> {
  const { maxBytes, structured, keep, after, what } = options;
  const plain = toToolResult(answer, structured, { after });
  const before = jsonBytes(plain);
  if (before <= maxBytes) return { result: plain };
  const { tool, pruning } = answer;
  const kept = await keepWhole(answer, keep);
  const ref = 'artifact_ref' in kept ? kept.artifact_ref : undefined;
  const told = ref === undefined ? kept : { artifact_ref: ref };
  const result = fitOutputFields(answer.body, {
    maxBytes,
    outputs: tool.bodyFields,
    firstLinesOf: (body) => new Map(tool.textsOf?.(body).map(({ field, firstLine }) => [field, firstLine])),
    markers: pruning.applied ? 'plain' : 'ranges',
    copies: structured ? 2 : 1,
    build(body, counts) {
      const notice = cutNotice(counts, kept, what);
      return toToolResult({ ...answer, body }, structured, {
        ...{ before: notice, after: notice, facts: { shaped: { ...told, original_bytes: before } } },
        link:
          'artifact_ref' in kept
            ? linkTo(kept, `${what === undefined ? 'all' : 'the beginning'} of ${tool.name}'s output`)
            : undefined,
      });
    },
  });
  return { result, shaped: { before, after: jsonBytes(result), artifact: ref } };
}

/** Stores the full output, or returns the artifact that pruning has already stored. */
function keepWhole({ tool, body, pruning, failed }: CallAnswer, keep: FitAnswerOptions['keep']): Promise<KeptText> {
  // Pruning failed to store the full text. The pruned text is not the full text.
  if (pruning.artifact_error !== undefined) return Promise.resolve({ artifact_error: pruning.artifact_error });
  if (pruning.artifact_ref !== undefined) {
    return Promise.resolve({ artifact_ref: pruning.artifact_ref, bytes: pruning.raw_bytes });
  }
  const [only] = tool.bodyFields;
  const alone = tool.bodyFields.length === 1 && only !== undefined ? body[only] : undefined;
  if (typeof alone === 'string') return keep(alone);
  const whole = failed ? undefined : tool.renderKept?.(body);
  return keep(whole ?? outputText({ tool, body, failed }));
}

function linkTo({ artifact_ref, bytes }: Extract<KeptText, { artifact_ref: string }>, name: string): ContentBlock {
  return {
    type: 'resource_link',
    uri: artifact_ref,
    name,
    mimeType: 'text/plain; charset=utf-8',
    size: bytes,
  };
}
