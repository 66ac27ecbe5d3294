import { DEFAULT_LIMITS } from '../../../src/shaping/limits.ts';
import { RESULT_META } from '../../../src/shaping/tool-result.ts';
import { keepText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import { skipped } from '../../pruning/metadata.ts';
import { accounted, type Shortened, textOf } from '../../server/account.ts';
import type { CallContext } from '../../server/call-context.ts';
import type { RequestLife } from '../../server/request-life.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { MCPToolError } from '../errors.ts';
import { toFailedCall } from './failed-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import type { GatewayResult } from './gateway-result.ts';
import { pruneResult } from './prune-result.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { textSlots } from './text-slots.ts';
import { wellFormed } from './well-formed.ts';
import { withinContract } from './within-contract.ts';

export interface AnsweredCall {
  readonly offered: OfferedTool;
  readonly question: string | undefined;
  readonly answer: GatewayResult;
  readonly context: CallContext;
  readonly structured: boolean;
  /** In `req:executing_tool`. */
  readonly life: RequestLife;
  readonly log: EventLog;
}

/** What a server answered as the client is given it: pruned where it asked a question, and within the contract. */
export async function answerCall(options: GatewayCallOptions, call: AnsweredCall): Promise<GatewayResult> {
  const { offered, context, life, log } = call;
  try {
    life.enter('req:raw_output_ready');
    return await pruneAndFit(options, call);
  } catch (error) {
    if (context.signal.aborted) throw error;
    life.enter('req:internal_error');
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', 'tool.internal_error', { tool: offered.name, stack });
    // What is nested so deep can be read and not be written.
    if (error instanceof RangeError) return toFailedCall(offered, tooDeep(offered, error));
    throw error;
  }
}

async function pruneAndFit(options: GatewayCallOptions, call: AnsweredCall): Promise<GatewayResult> {
  const { offered, question, answer, context, life, log } = call;
  const { name: tool } = offered;
  life.enter('req:prune_check');
  const { result, pruning, account } = await accounted(options, {
    ...{ tool, question, log },
    raw: () => textOf(answer),
    whole: () => wholeAnswer(call),
    shorten: (keep, aside) => shortenAnswer({ ...options, ...keep }, call, aside),
  });
  life.enter(pruning.applied ? 'req:respond_pruned' : 'req:respond_raw');
  context.onWritten((error, bytes) => {
    life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
    if (error !== undefined) log('error', 'tool.respond_failed', { tool, message: error.message });
    else log('info', 'tool.respond_ok', { tool, mode: pruning.applied ? 'pruned' : 'raw', bytes });
    account();
  });
  return result;
}

/** As the server gave it: what would have been left out is measured alone. */
function wholeAnswer({ answer, question }: AnsweredCall): Shortened<GatewayResult> {
  const bytes = textSlots(answer.content).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const pruning = skipped('shadow', bytes);
  return { result: withPruning(answer, question, pruning), pruning };
}

async function shortenAnswer(
  options: GatewayCallOptions,
  { offered, question, answer: given, context, structured, life, log }: AnsweredCall,
  aside: boolean,
): Promise<Shortened<GatewayResult>> {
  const { name: tool } = offered;
  const { artifacts } = options;
  const answer = await wellFormed(given, (text) => keepText(artifacts, tool, text, log));
  const maxBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxBytes;
  // Clients that show the model structured content in its place are given the pruned text alone.
  const raw = question === undefined || structured ? answer : withStructuredAsText(answer);
  const most = offered.shape ? maxBytes : undefined;
  const signal = aside ? new AbortController().signal : context.signal;
  const { pruning, ...pruned } = await pruneResult(raw, { ...options, tool, question, maxBytes: most, signal, log });
  if (!aside && pruning.attempted) life.enter('req:calling_pruner');
  if (!aside && pruning.fallback) life.enter('req:pruner_error_fallback');
  const shown = withPruning(pruning.applied ? pruned.result : answer, question, pruning);
  const result = offered.shape
    ? await withinContract(shown, { offered, artifacts, maxBytes, structured, question, kept: pruned.kept, log })
    : shown;
  return { result, pruning };
}

function tooDeep({ server, tool }: OfferedTool, cause: RangeError): MCPToolError {
  const message = `cannot write what ${JSON.stringify(server)} answered to ${JSON.stringify(tool.name)}: allowed is JSON that is nested less deep`;
  return new MCPToolError('invalid_result', message, { server, cause });
}

/** An answer without a question is handed on as the server gave it. */
function withPruning(result: GatewayResult, question: string | undefined, pruning: object): GatewayResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}
