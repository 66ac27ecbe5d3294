import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { MCPToolError } from '../errors.ts';
import type { Answer } from './enveloped-answers.ts';
import { isJsonObject } from './is-json-object.ts';
import type { JsonObject } from './server-connection.ts';

/** The result of an answer, as it came; throws the server's own error, verbatim, or why there is no answer. */
export function readAnswer(server: string, method: string, answer: Answer): JsonObject {
  if ('fault' in answer) throw answer.fault;
  const { result, error } = answer.message;
  if (isJsonObject(error) && typeof error['code'] === 'number') {
    const { code, message, data } = error;
    throw new RpcError(code, typeof message === 'string' ? message : '', data as object | undefined);
  }
  if (isJsonObject(result)) return result;
  const message = `cannot use what server ${JSON.stringify(server)} answered to ${JSON.stringify(method)}: allowed is an object`;
  throw new MCPToolError('invalid_result', message, { server });
}
