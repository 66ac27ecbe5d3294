import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { type CallParams, callParams } from '../../../src/mcp/calls/call-params.ts';
import type { ParamsIssue } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { focusQuestion } from '../../tools/common-arguments.ts';
import { FOCUS } from '../../tools/focus.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';

export interface CheckedCall {
  readonly ok: true;
  readonly question: string | undefined;
  /**
   * Params for the server: its own tool name, without the question, and `_meta` without our client's progress token.
   */
  readonly forwarded: JsonObject;
  readonly token: RequestId | undefined;
}

/** Validates the params of a call. The server itself validates its own arguments. */
export function checkGatewayCall(
  { tool, focused }: OfferedTool,
  params: unknown,
): CheckedCall | { readonly ok: false; readonly issues: readonly ParamsIssue[]; readonly why: string } {
  const call = validate(callParams, params);
  if (!call.ok) return call;
  // Use the original params, because validation drops an argument named `__proto__`.
  const { arguments: args = {}, _meta, ...rest } = params as CallParams & { readonly _meta?: JsonObject };
  const { progressToken, ...meta } = _meta ?? {};
  const { [FOCUS]: asked, ...others } = args;
  const question = focused === undefined ? undefined : validate(focusQuestion, asked, ['arguments', FOCUS]);
  if (question?.ok === false) return question;
  const forwarded = {
    ...rest,
    name: tool.name,
    arguments: focused === undefined ? args : others,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return { ok: true, question: question?.value, forwarded, token: progressToken as RequestId | undefined };
}
