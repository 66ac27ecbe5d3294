import type { EventLog } from '../../../src/base/events/event-log.ts';
import { withPlainNumbers } from '../../../src/base/json/plain-numbers.ts';
import { quote } from '../../../src/base/json/quote.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { callParams, toolNameOf } from '../../../src/mcp/calls/call-params.ts';
import type { CallableTool, Checked, Refused } from '../../../src/mcp/calls/callable-tool.ts';
import type { ParamsIssue } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import { validate, validateArguments } from '../../../src/mcp/validate.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import type { AnyTool } from '../definition.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import { accountedOutput } from './accounted-output.ts';
import type { ClientView } from './client-view.ts';
import type { ShortenOptions } from './raw-output.ts';
import type { AccountOptions } from './record-savings.ts';
import { type CallToolResult, toAnswer } from './tool-result.ts';

export interface OwnToolOptions extends ShortenOptions, AccountOptions {
  readonly tools: readonly AnyTool[];
  readonly root: string;
  readonly env: ToolContext['env'];
  readonly instructions?: ToolContext['instructions'];
}

interface OwnArgs {
  readonly tool: AnyTool;
  readonly args: object;
  readonly progress: RequestId | undefined;
}

type Outcome = ToolOutcome<object, string>;

/** Returns our tool that the params name. Without a valid name, returns one whose `check` refuses the params. */
export function ownTool(
  options: OwnToolOptions,
  params: unknown,
  client: ClientView,
): CallableTool<OwnArgs, Outcome, CallToolResult> {
  return {
    name: toolNameOf(params),
    check: (given) => check(options, given),
    async execute({ tool, args, progress }, { context, log }) {
      const output = await tool.execute(args, {
        ...{ root: options.root, env: options.env, instructions: options.instructions, signal: context.signal },
        reportProgress: progressReporter(context, progress),
      });
      if (output.ok) return { output, facts: { bytes: Buffer.byteLength(output.prunable.text) } };
      return { output, failure: toFailure(tool, output, log) };
    },
    shorten: (outcome, { args: { tool, args }, context, log, enter }) =>
      accountedOutput(options, {
        answer: toAnswer(tool, outcome),
        prunable: outcome.ok ? outcome.prunable : undefined,
        question: tool.questionOf(args),
        ...{ client, signal: context.signal, log, enter },
      }),
  };
}

function check({ tools, root }: OwnToolOptions, params: unknown): Checked<OwnArgs> | Refused<CallToolResult> {
  const call = validate(callParams, params);
  if (!call.ok) return call;
  const tool = tools.find(({ name }) => name === call.value.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    return refused(
      ['name'],
      'invalid_value',
      `there is no tool ${quote(call.value.name)}: of our own there are ${names}`,
    );
  }
  const args = validateArguments(tool.arguments, withPlainNumbers(call.value.arguments ?? {}));
  if (!args.ok) return args;
  const outside = tool.pathsOf(args.value).filter(([, given]) => resolveInside(root, given) === undefined);
  if (outside.length > 0) {
    const words = outside.map(([path, one]) => `${quote(path)} is ${quote(one)}: allowed is a path inside the root`);
    const paths = outside.map(([path]) => `arguments.${path}`);
    return refused(paths, 'custom', words.join('; '));
  }
  return { ok: true, args: { tool, args: args.value, progress: call.value._meta?.progressToken } };
}

function refused(paths: readonly string[], code: ParamsIssue['code'], why: string): Refused<CallToolResult> {
  return { ok: false, issues: paths.map((path) => ({ path, code })), why };
}

function progressReporter(context: CallContext, token: RequestId | undefined): ToolContext['reportProgress'] {
  if (token === undefined) return () => {};
  return (progress, message) => {
    if (!context.signal.aborted) context.notify('notifications/progress', { progressToken: token, progress, message });
  };
}

function toFailure({ name: tool }: AnyTool, { error, timeoutMs }: Outcome & { ok: false }, log: EventLog): object {
  const { code, message, exit_code } = error;
  if (timeoutMs !== undefined) log('warn', 'tool.exec_timeout', { tool, timeout_ms: timeoutMs });
  // ripgrep's error message quotes the pattern, so keep it out of the log.
  return { code, ...(code === 'rg_error' ? {} : { message }), exit_code };
}
