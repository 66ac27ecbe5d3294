import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';

/** Extension whose methods are not forwarded, because a task's id does not say which server has it. */
const TASKS = 'io.modelcontextprotocol/tasks';

/** Returns the extensions in capabilities that can be passed on, verbatim; undefined if there are none. */
export function passedExtensions({ extensions: given }: JsonObject): JsonObject | undefined {
  const { [TASKS]: _, ...extensions } = isJsonObject(given) ? given : {};
  return Object.keys(extensions).length > 0 ? extensions : undefined;
}
