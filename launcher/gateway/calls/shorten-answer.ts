import type { EventLog } from '../../../src/base/events/event-log.ts';
import { DEFAULT_LIMITS } from '../../../src/fit/limits.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { withStructuredAsText } from '../../../src/fit/result/structured-as-text.ts';
import { textBytes } from '../../../src/fit/result/text-slots.ts';
import { wellFormed } from '../../../src/fit/result/well-formed.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { RequestLife } from '../../../src/mcp/calls/request-life.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { keepText } from '../../platform/artifacts/keep-text.ts';
import { type Accounted, accounted, type Shortened, textOf } from '../../tools/calls/record-savings.ts';
import { skipped } from '../../tools/pruning-metadata.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { MCPToolError } from '../config/server-errors.ts';
import { toFailedCall } from './failed-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import { pruneResult } from './prune-result.ts';
import { withinContract } from './within-contract.ts';

export interface ServerAnswer {
  readonly offered: OfferedTool;
  readonly question: string | undefined;
  readonly answer: AnyToolResult;
  readonly context: CallContext;
  readonly structured: boolean;
  readonly log: EventLog;
  readonly enter: RequestLife['enter'];
}

/**
 * Builds the client's result from a server's answer: pruned if there is a question, and within the response contract.
 */
export async function shortenAnswer(
  options: GatewayCallOptions,
  given: ServerAnswer,
): Promise<Accounted<AnyToolResult>> {
  const { offered, question, answer, log, enter } = given;
  enter('req:prune_check');
  const shortened = await accounted(options, {
    ...{ tool: offered.name, question, log },
    raw: () => textOf(answer),
    whole: () => wholeAnswer(given),
    shorten: (keep, aside) => pruneAndFit({ ...options, ...keep }, given, aside),
  });
  enter(shortened.pruning.applied ? 'req:respond_pruned' : 'req:respond_raw');
  return shortened;
}

/** Returns the answer as the server gave it. What would have been left out is only measured. */
function wholeAnswer({ answer, question }: ServerAnswer): Shortened<AnyToolResult> {
  const pruning = skipped('shadow', textBytes(answer.content));
  return { result: withPruning(answer, question, pruning), pruning };
}

async function pruneAndFit(
  options: GatewayCallOptions,
  { offered, question, answer: given, context, structured, enter, log }: ServerAnswer,
  aside: boolean,
): Promise<Shortened<AnyToolResult>> {
  const { name: tool } = offered;
  const { artifacts } = options;
  const answer = await wellFormed(given, (text) => keepText(artifacts, tool, text, log));
  const maxBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxBytes;
  // Clients that show the model structured content instead of the texts get only the pruned texts.
  const raw = question === undefined || structured ? answer : withStructuredAsText(answer);
  const max = offered.shape ? maxBytes : undefined;
  const signal = aside ? new AbortController().signal : context.signal;
  const { pruning, ...pruned } = await pruneResult(raw, { ...options, tool, question, maxBytes: max, signal, log });
  if (!aside && pruning.attempted) enter('req:calling_pruner');
  if (!aside && pruning.fallback) enter('req:pruner_error_fallback');
  const shown = withPruning(pruning.applied ? pruned.result : answer, question, pruning);
  const result = offered.shape
    ? await withinContract(shown, { offered, artifacts, maxBytes, structured, question, kept: pruned.kept, log })
    : shown;
  return { result, pruning };
}

/** Converts the error of an answer that is nested too deeply to be serialized. Rethrows any other error. */
export function toAnswerFault(offered: OfferedTool, error: unknown): AnyToolResult {
  if (!(error instanceof RangeError)) throw error;
  const { server, tool } = offered;
  const message = `cannot write what ${JSON.stringify(server)} answered to ${JSON.stringify(tool.name)}: allowed is JSON that is nested less deep`;
  return toFailedCall(offered, new MCPToolError('invalid_result', message, { server, cause: error }));
}

/** Adds pruning metadata. Without a question, the answer is passed on unchanged. */
function withPruning(result: AnyToolResult, question: string | undefined, pruning: object): AnyToolResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}
