import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { DEFAULT_LIMITS } from '../../../src/fit/limits.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { withoutDataUrls } from '../../../src/fit/result/data-urls.ts';
import { type EmbeddedText, embeddedText } from '../../../src/fit/result/embedded-text.ts';
import { fitResult } from '../../../src/fit/result/fit-result.ts';
import { withStructuredAsText } from '../../../src/fit/result/structured-as-text.ts';
import { type TextSlot, textBytes, textSlots, withText } from '../../../src/fit/result/text-slots.ts';
import { wellFormed } from '../../../src/fit/result/well-formed.ts';
import { modelText } from '../../../src/mcp/shown-text.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import type { Keep, OpenedOutput, Output, Part, PrunedOutput, Wanted } from '../../../src/shorten/output.ts';
import { skipped } from '../../../src/shorten/pruning-metadata.ts';
import { isGap } from '../../../src/text/gap-marker.ts';
import type { KeptText } from '../../../src/text/kept-text.ts';
import { rawNotice } from '../../../src/text/raw-notice.ts';
import { loopPause } from '../../platform/loop-pause.ts';
import { compileSchema } from '../catalog/compile-schema.ts';
import { isRepeatable, type OfferedTool } from '../catalog/offered-tool.ts';
import { MCPToolError } from '../config/server-errors.ts';
import { toFailedCall } from './failed-call.ts';

/** A server's answer, and how it is to be shown. */
export interface ServerAnswer {
  readonly offered: OfferedTool;
  readonly answer: AnyToolResult;
  readonly wanted: Wanted;
  /** True if the client's results carry `structuredContent`. */
  readonly structured: boolean;
  /** Max UTF-8 bytes of a result as JSON. Default: 10,240. */
  readonly maxResponseBytes: number | undefined;
  readonly log: EventLog;
}

/** Share of a result's budget that its texts get: `ALONE` without structured content, `BESIDE` next to it. */
const ALONE = 0.85;
const BESIDE = 0.65;
/** Factor for a text that is a string within JSON, which is escaped twice. */
const ESCAPED = 0.75;

/**
 * Translates a server's answer for `shorten`. The question applies to each of its texts, and the result fits into the
 * response contract.
 */
export function serverOutput(given: ServerAnswer): Output<string, AnyToolResult> {
  const { offered, answer, wanted } = given;
  return {
    tool: offered.name,
    isRepeatable: isRepeatable(offered),
    async open(keep) {
      // Parsing a large answer has just held the event loop.
      await loopPause(textSlots(answer.content).reduce((sum, { text }) => sum + text.length, 0));
      const sound = await wellFormed(answer, keep);
      return openAnswer(given, offered.shape ? await withoutDataUrls(sound, keep) : sound);
    },
    raw: () => modelText(answer),
    showWhole() {
      const pruning = skipped('shadow', textBytes(answer.content));
      return { result: withPruning(answer, wanted, pruning), pruning };
    },
    textOf: modelText,
  };
}

function openAnswer(given: ServerAnswer, answer: AnyToolResult): OpenedOutput<string, AnyToolResult> {
  const { offered, wanted, structured } = given;
  // Clients that show the model structured content instead of the texts get only the pruned texts.
  const raw = wanted.question === undefined || structured ? answer : withStructuredAsText(answer);
  const slots = textSlots(raw.content).map((slot) => toSlot(slot, wanted));
  return {
    parts: toParts(slots, raw, given),
    async show(pruned, keep) {
      const applied = pruned.pruning.applied ? { ...raw, content: shownContent(raw, slots, pruned) } : answer;
      const shown = withPruning(applied, wanted, pruned.pruning);
      return offered.shape ? await withinContract(shown, given, keptOf(slots, pruned), keep) : shown;
    },
  };
}

/**
 * A text of the answer. `inside` is set if it is JSON that wraps one long text, such as a file that the server has
 * read.
 */
interface Slot extends TextSlot {
  readonly inside: EmbeddedText | undefined;
}

function toSlot(slot: TextSlot, { question }: Wanted): Slot {
  return { ...slot, inside: question === undefined ? undefined : embeddedText(slot.text) };
}

function toParts(
  slots: readonly Slot[],
  { isError, structuredContent }: AnyToolResult,
  { offered, maxResponseBytes = DEFAULT_LIMITS.maxBytes }: ServerAnswer,
): readonly Part<string>[] {
  const room = maxResponseBytes * (structuredContent === undefined ? ALONE : BESIDE);
  return slots.map(({ text, inside }) => {
    const share = Math.ceil((room * (inside === undefined ? 1 : ESCAPED)) / slots.length);
    return {
      text: inside?.text ?? text,
      whole: text,
      failed: isError === true,
      maxBytes: offered.shape ? share : undefined,
      // If everything would be left out, the text is shown as it is.
      apply: (pruned) => (isGap(pruned.trimEnd()) ? undefined : inside === undefined ? pruned : inside.with(pruned)),
    };
  });
}

/** Returns the blocks with their pruned texts, each with a notice of what was left out. */
function shownContent(
  { content }: AnyToolResult,
  slots: readonly Slot[],
  { parts }: PrunedOutput<string>,
): AnyToolResult['content'] {
  const shown = [...content];
  for (const [at, { block, inside }] of slots.entries()) {
    const part = parts[at];
    if (part?.shown === undefined || !part.leftOut) continue;
    const notices = [rawNotice(part.pruning), inside && `[the lines are those of ${inside.path}]`];
    const text = [part.shown, ...notices.filter((notice) => notice !== undefined)].join('\n');
    shown[block] = withText(content[block] ?? {}, text);
  }
  return shown;
}

/** Returns where the raw texts are stored, by the index of the block that shows the pruned text. */
function keptOf(slots: readonly Slot[], { parts }: PrunedOutput<string>): ReadonlyMap<number, KeptText> {
  const kept = parts.flatMap((part, at) => (part.kept ? [[slots[at]?.block ?? 0, part.kept] as const] : []));
  return new Map(kept);
}

/** Fits a result into the response contract, and logs an event if it had to be cut. */
async function withinContract(
  result: AnyToolResult,
  { offered, wanted, structured, maxResponseBytes: maxBytes = DEFAULT_LIMITS.maxBytes, log }: ServerAnswer,
  kept: ReadonlyMap<number, KeptText>,
  keep: Keep,
): Promise<AnyToolResult> {
  const { name: tool } = offered;
  const schema = structured ? (offered.tool['outputSchema'] as JsonObject | undefined) : undefined;
  const fitted = await fitResult(result, {
    ...{ tool, maxBytes, structured, question: wanted.question, kept, keep, pause: loopPause },
    isRepeatable: isRepeatable(offered),
    compileFits: async () => (schema === undefined ? undefined : await compileSchema(schema)),
  });
  if (fitted.shaped !== undefined) {
    const { before, after, artifact } = fitted.shaped;
    log('info', 'response.shaped', { tool, bytes_before: before, bytes_after: after, artifact });
  }
  return fitted.result;
}

/** Adds pruning metadata. Without a question, the answer is passed on unchanged. */
function withPruning(result: AnyToolResult, { question }: Wanted, pruning: object): AnyToolResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}

/** Converts the error of an answer that is nested too deeply to be serialized. Rethrows any other error. */
export function toAnswerFault(offered: OfferedTool, error: unknown): AnyToolResult {
  if (!(error instanceof RangeError)) throw error;
  const { server, tool } = offered;
  const message = `cannot pass on the answer of server ${JSON.stringify(server)} to ${JSON.stringify(tool.name)}: its JSON is nested too deeply`;
  return toFailedCall(offered, new MCPToolError('invalid_result', message, { server, cause: error }));
}
