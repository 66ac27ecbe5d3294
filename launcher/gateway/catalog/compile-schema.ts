import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { withPlainNumbers } from '../../../src/base/json/plain-numbers.ts';
import type { FitsSchema } from '../../../src/fit/result/fit-structured.ts';
import { runBounded } from '../../platform/process/run-bounded.ts';

/** Tells if a value fits a schema; undefined if the check takes too long. */
type Checks = (...value: Parameters<FitsSchema>) => boolean | undefined;

const compiled = new WeakMap<JsonObject, Checks>();

/**
 * Max time to compile a schema, and to check a value, in milliseconds on an idle machine. Far more than any reasonable
 * schema needs.
 */
const COMPILE_MS = 1000;
const CHECK_MS = 1000;

/**
 * Compiles an `outputSchema` as MCP clients do; undefined if they would fail. One invalid schema would break the
 * client's entire tool list.
 */
export async function compileSchema(schema: JsonObject): Promise<FitsSchema | undefined> {
  const checks = await compileChecks(schema);
  return checks && ((value) => checks(value) === true);
}

/** Compiles any schema; undefined if that fails. */
export async function compileChecks(schema: JsonObject): Promise<Checks | undefined> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // The validator accepts such a schema but rejects it later.
  if (schema['$async']) return undefined;
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  try {
    // One instance per schema, because schemas of two servers may have the same `$id`.
    const made = runBounded(COMPILE_MS, () => new AjvJsonSchemaValidator().getValidator(withPlainNumbers(schema)));
    if (!made.ok) return undefined;
    const fits = checkBounded((value) => made.value(withPlainNumbers(value)).valid);
    compiled.set(schema, fits);
    return fits;
  } catch {
    return undefined;
  }
}

/**
 * Limits the time of each check. A timeout is caused by a pattern that never ends. After the first one, nothing is
 * checked any more.
 */
function checkBounded(fits: FitsSchema): Checks {
  let endless = false;
  return (value) => {
    if (endless) return undefined;
    const checked = runBounded(CHECK_MS, () => fits(value));
    endless = !checked.ok;
    return checked.ok ? checked.value : undefined;
  };
}
