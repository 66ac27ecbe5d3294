import { DEFAULT_LIMITS } from '../../../src/shaping/limits.ts';
import { RESULT_META } from '../../../src/shaping/tool-result.ts';
import { keepText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import { skipped } from '../../pruning/metadata.ts';
import type { CallContext } from '../../server/call-context.ts';
import { type Accounted, accounted, type Shortened, textOf } from '../../server/record-savings.ts';
import type { RequestLife } from '../../server/request-life.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { MCPToolError } from '../errors.ts';
import { toFailedCall } from './failed-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import type { GatewayResult } from './gateway-result.ts';
import { pruneResult } from './prune-result.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { textBytes } from './text-slots.ts';
import { wellFormed } from './well-formed.ts';
import { withinContract } from './within-contract.ts';

export interface ServerAnswer {
  readonly offered: OfferedTool;
  readonly question: string | undefined;
  readonly answer: GatewayResult;
  readonly context: CallContext;
  readonly structured: boolean;
  readonly log: EventLog;
  readonly enter: RequestLife['enter'];
}

/** What a server answered as the client is given it: pruned where it asked a question, and within the contract. */
export async function shortenAnswer(
  options: GatewayCallOptions,
  given: ServerAnswer,
): Promise<Accounted<GatewayResult>> {
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

/** As the server gave it: what would have been left out is measured alone. */
function wholeAnswer({ answer, question }: ServerAnswer): Shortened<GatewayResult> {
  const pruning = skipped('shadow', textBytes(answer.content));
  return { result: withPruning(answer, question, pruning), pruning };
}

async function pruneAndFit(
  options: GatewayCallOptions,
  { offered, question, answer: given, context, structured, enter, log }: ServerAnswer,
  aside: boolean,
): Promise<Shortened<GatewayResult>> {
  const { name: tool } = offered;
  const { artifacts } = options;
  const answer = await wellFormed(given, (text) => keepText(artifacts, tool, text, log));
  const maxBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxBytes;
  // Clients that show the model structured content in its place are given the pruned text alone.
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

/** What is nested so deep can be read and not be written; any other fault is thrown. */
export function toAnswerFault(offered: OfferedTool, error: unknown): GatewayResult {
  if (!(error instanceof RangeError)) throw error;
  const { server, tool } = offered;
  const message = `cannot write what ${JSON.stringify(server)} answered to ${JSON.stringify(tool.name)}: allowed is JSON that is nested less deep`;
  return toFailedCall(offered, new MCPToolError('invalid_result', message, { server, cause: error }));
}

/** An answer without a question is handed on as the server gave it. */
function withPruning(result: GatewayResult, question: string | undefined, pruning: object): GatewayResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}
