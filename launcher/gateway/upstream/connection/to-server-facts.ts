import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import type { ServerFacts } from './server-connection.ts';

/** Reads the facts in the result of `initialize`. */
export function toServerFacts(result: JsonObject): ServerFacts {
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : undefined,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: isJsonObject(serverInfo) ? serverInfo : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
