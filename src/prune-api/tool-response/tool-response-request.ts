import * as z from 'zod';
import type { Value } from '../../mcp/value.ts';
import { coerceBoolean, coerceNumber, optionally } from '../coerce.ts';
import { care, markerStyle, positive, ratio, textKind } from '../fields.ts';
import { contextIsWhole, sessionSteps } from '../session/session-step.ts';

/** Schema that ignores unknown fields, including `tools` and `output_format`, because there is one format. */
export const toolResponseRequest = z.object({
  history: optionally(z.array(z.unknown())).describe(
    'Conversation so far, oldest first: strings, or {role, content} with a string or text parts',
  ),
  tool_call: z
    .unknown()
    .optional()
    .describe('Tool call that the text answers: {name, arguments} in any of the usual forms'),
  tool_response: z.string().describe('Text to prune'),
  threshold: optionally(coerceNumber()).describe(
    'Min score of kept lines, 0 to 1. Default 0.5, or 0 with target_ratio or max_tokens',
  ),
  context_focus_question: optionally(z.string()).describe(
    'Question that the kept lines should answer. Default: derived from the last assistant text, the call and the last user text',
  ),
  output_format: z
    .unknown()
    .optional()
    .describe('Ignored. Accepted for clients that send it; there is only one format'),
  target_ratio: optionally(coerceNumber(ratio)).describe("Max share of the text's tokens to keep"),
  max_tokens: optionally(coerceNumber(positive)).describe('Max number of tokens to keep'),
  markers: optionally(markerStyle).describe(
    'Form of gap markers: `ranges` (default) as `(filtered N lines: a-b)`, `plain` as `(filtered N lines)`. With `ranges`, very long lines are cut too: `…[+N chars: a-b]…`',
  ),
  path: optionally(z.string()).describe(
    "File that the text came from. Used only to detect its kind, never opened. Default: the call's path or file_path",
  ),
  kind: optionally(textKind).describe('Kind of the text, if you know it for certain'),
  first_line: optionally(coerceNumber(positive)).describe("Line number of the text's first line in its file, 1-based"),
  failed: optionally(coerceBoolean()).describe('True if the text is the output of a command that failed'),
  context: sessionSteps,
  context_is_whole: contextIsWhole,
  automatic: optionally(care).describe(
    'Without a context_focus_question: leave out lines that the context shows are not needed, instead of deriving a question from the history. 98 of 100 texts (`careful`) or 95 (`balanced`) keep every needed line',
  ),
});
export type ToolResponseRequest = Value<typeof toolResponseRequest>;
