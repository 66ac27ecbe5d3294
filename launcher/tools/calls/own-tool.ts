import path from 'node:path';
import * as z from 'zod/mini';
import type { ArtifactBody } from '../../../src/artifacts/artifact-blocks.ts';
import { toArtifactDomain } from '../../../src/artifacts/artifact-ref.ts';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { withPlainNumbers } from '../../../src/base/json/plain-numbers.ts';
import { quote } from '../../../src/base/json/quote.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { callParams, toolNameOf } from '../../../src/mcp/calls/call-params.ts';
import { describeTool, type JsonSchema, toJsonSchema } from '../../../src/mcp/describe-tool.ts';
import type { ParamsIssue } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import type { Checked, ListedTool, Refused } from '../../../src/mcp/tool.ts';
import { validate, validateArguments } from '../../../src/mcp/validate.ts';
import { nearestWord } from '../../../src/text/nearest-word.ts';
import type { CallableTool, MissingTool } from '../../../src/tools/call/call-tool.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import type { AnyTool } from '../definition.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import { ownOutput } from './own-output.ts';
import { type CallToolResult, toAnswer } from './tool-result.ts';

/** Schema of `PruningMetadata` for `outputSchema`. */
function pruningMetadataSchema(): z.ZodMiniType {
  return z.object({
    attempted: z.boolean(),
    applied: z.boolean(),
    fallback: z.boolean(),
    reason: z.optional(
      z.enum([
        'disabled_or_unconfigured',
        'no_focus_question',
        'too_large',
        'output_empty',
        'tool_error',
        'shadow',
        'pruner_error',
        'not_stored',
      ]),
    ),
    raw_bytes: z.number(),
    pruned_bytes: z.optional(z.number()),
    pruner_duration_ms: z.optional(z.number()),
    engine: z.optional(z.enum(['embedded', 'remote'])),
    verbatim: z.optional(z.literal(false)),
    kind: z.optional(z.string()),
    artifact_ref: z.optional(z.string()),
    artifact_error: z.optional(z.enum(['too_large', 'failed'])),
    error: z.optional(z.object({ code: z.enum(['timeout', 'http_error', 'invalid_response']), message: z.string() })),
  });
}

/** Schema of the metadata of a result that was shortened to fit, for `outputSchema`. */
function shapedSchema(): z.ZodMiniType {
  return z.object({
    artifact_ref: z.optional(z.string()),
    artifact_error: z.optional(z.enum(['too_large', 'failed'])),
    original_bytes: z.number(),
  });
}

/**
 * Returns the output schema of one of our tools. Its root has type `object`, as MCP requires, and it accepts both
 * results and tool errors.
 */
function outputSchemaOf(tool: AnyTool): JsonSchema {
  const { success, error } = tool.outputSchemas();
  const pruning = {
    folder: z.optional(z.string()),
    warnings: z.optional(z.array(z.string())),
    pruning: pruningMetadataSchema(),
    shaped: z.optional(shapedSchema()),
  };
  return {
    type: 'object',
    anyOf: [toJsonSchema(z.extend(success, pruning), 'input'), toJsonSchema(z.extend(error, pruning), 'input')],
  };
}

export interface OwnToolOptions {
  readonly root: string;
  /** The folder that the agent works in. Default: the root. */
  readonly folder?: string | undefined;
  /** The folder, if it is not the one in which the server was started. */
  readonly elsewhere?: string | undefined;
  /** True if the folder does not exist. Default false. */
  readonly isGone?: boolean | undefined;
  readonly env: ToolContext['env'];
  readonly instructions?: ToolContext['instructions'];
  /** Store for text that is not shown. Default: it is not stored. */
  readonly artifacts?: Pick<ArtifactStore, 'put'> | undefined;
  /** Max UTF-8 bytes of a result as JSON. Default: no limit. */
  readonly maxResponseBytes?: number | undefined;
}

interface OwnArgs {
  readonly args: object;
  readonly progress: RequestId | undefined;
  /** Problems of the call that did not keep it from running. */
  readonly warnings: readonly string[];
}

export type OwnTool = CallableTool<OwnArgs, CallToolResult> & ListedTool;

/** Makes one of our tools callable. */
export function ownTool(options: OwnToolOptions, tool: AnyTool): OwnTool {
  const { root, folder = root, elsewhere, isGone = false, env, instructions, maxResponseBytes, artifacts } = options;
  const [domain, mimeType] = [toArtifactDomain(tool.name), 'text/plain; charset=utf-8'];
  const store = artifacts && ((body: ArtifactBody) => artifacts.put({ domain, mimeType, body }));
  return {
    name: tool.name,
    definition: (structured) => describeTool(tool, structured ? outputSchemaOf(tool) : undefined),
    check: (params) => check(tool, options, params),
    async execute({ args, progress, warnings }, { context, client, log }) {
      const outcome = isGone
        ? folderGone(folder)
        : await tool.execute(args, {
            ...{ root, folder, env, instructions, store, signal: context.signal },
            reportProgress: progressReporter(context, progress),
          });
      const told = [...warnings, ...(outcome.warnings ?? [])];
      const answer = toAnswer(tool, outcome, { folder: elsewhere, warnings: told });
      const prunable = outcome.ok ? outcome.prunable : undefined;
      const wanted = { question: tool.questionOf(args) };
      const { isPart, storing } = outcome;
      const output = {
        of: ownOutput({ answer, prunable, isPart, storing, client, maxResponseBytes, wanted, log }),
        wanted,
      };
      if (outcome.ok) return { output, facts: { bytes: Buffer.byteLength(outcome.prunable.text) } };
      return { output, failure: toFailure(tool, outcome, log) };
    },
  };
}

/** Refuses a call of a tool that does not exist, and lists the existing tools. */
export function missingTool(
  tools: readonly { readonly name: string | undefined }[],
  params: unknown,
): MissingTool<CallToolResult> {
  return {
    name: toolNameOf(params),
    check(given) {
      const call = validate(callParams, given);
      if (!call.ok) return call;
      const names = tools.map(({ name }) => name).join(', ');
      const why = `there is no tool ${quote(call.value.name)}: expected one of ${names}`;
      return refused(['name'], 'invalid_value', why);
    },
  };
}

function check(
  tool: AnyTool,
  { root, folder = root, isGone }: OwnToolOptions,
  params: unknown,
): Checked<OwnArgs> | Refused<CallToolResult> {
  const call = validate(callParams, params);
  if (!call.ok) return call;
  const args = validateArguments(tool.arguments, withPlainNumbers(call.value.arguments ?? {}));
  if (!args.ok) return args;
  const isOutside = (given: string): boolean => resolveInside(root, path.resolve(folder, given)) === undefined;
  const outside = isGone === true ? [] : tool.pathsOf(args.value).filter(([, given]) => isOutside(given));
  if (outside.length > 0) {
    const words = outside.map(
      ([name, one]) =>
        `${name}: ${quote(one)} is outside the root ${quote(root)}; ${tool.name === 'bash' ? 'use cd in the command' : 'bash can read it'}`,
    );
    const paths = outside.map(([name]) => `arguments.${name}`);
    return refused(paths, 'custom', words.join('; '));
  }
  const warnings = args.ignored.map((name) => ignoredWarning(tool, name));
  return { ok: true, args: { args: args.value, progress: call.value._meta?.progressToken, warnings } };
}

function ignoredWarning(tool: AnyTool, ignored: string): string {
  const { properties } = toJsonSchema(tool.arguments, 'input');
  const names = Object.keys((properties ?? {}) as object);
  const near = nearestWord(ignored, names);
  const meant = near === undefined ? `its arguments are ${names.join(', ')}` : `did you mean ${quote(near)}?`;
  return `ignored ${quote(ignored)}, which ${tool.name} does not have: ${meant}`;
}

/** Outcome of a call in a folder that does not exist, for any tool. */
function folderGone(folder: string): Failure {
  const message = `the working folder ${quote(folder)} no longer exists: change to an existing folder, or start a session in one`;
  return { ok: false, error: { code: 'folder_gone', message } };
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

type Failure = Extract<ToolOutcome<object, string>, { readonly ok: false }>;

/** Returns the message to log for a failure. Messages of a search quote its pattern, which must stay out of the log. */
function withoutPattern(code: string, message: string): string {
  return message.startsWith('search for ') ? `the search failed: ${code}` : message;
}

function toFailure({ name: tool }: AnyTool, { error, timeoutMs }: Failure, log: EventLog): object {
  const { code, message, exit_code } = error;
  if (timeoutMs !== undefined) log('warn', 'tool.exec_timeout', { tool, timeout_ms: timeoutMs });
  return { code, message: withoutPattern(code, message), exit_code };
}
