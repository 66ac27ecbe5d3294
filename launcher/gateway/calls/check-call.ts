import type { ParamsIssue } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { type CallParams, callParams } from '../../server/call-params.ts';
import { focusQuestion } from '../../tools/common-arguments.ts';
import { FOCUS } from '../../tools/focus.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { JsonObject } from '../connection/server-connection.ts';

export interface CheckedCall {
  readonly ok: true;
  readonly question: string | undefined;
  /** Params for the server: its own name, without the question, and `_meta` without our client's token. */
  readonly forwarded: JsonObject;
  readonly token: RequestId | undefined;
}

/** Reads the params of a call; what the server's own arguments have to be is its own to say. */
export function checkCall(
  { tool, focused }: OfferedTool,
  params: unknown,
): CheckedCall | { readonly ok: false; readonly issues: readonly ParamsIssue[]; readonly why: string } {
  const call = validate(callParams, params);
  if (!call.ok) return call;
  // As they were given: what is checked is without an argument named `__proto__`.
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
