import { withPlainNumbers } from '../../../src/json/plain-numbers.ts';
import { runBounded } from '../../process/run-bounded.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** Whether a value is what a schema says. */
export type FitsSchema = (value: unknown) => boolean;

const compiled = new WeakMap<JsonObject, FitsSchema>();

/** Max milliseconds to compile a schema, and to check a value: far more than any that ends takes on a busy machine. */
const COMPILE_MS = 1000;
const CHECK_MS = 1000;

/**
 * The validator that MCP clients make of an `outputSchema`; undefined where they fail to. One of them would take down
 * the list of every server's tools.
 */
export async function compileSchema(schema: JsonObject): Promise<FitsSchema | undefined> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // Its validator rejects later what it takes now.
  if (schema['$async']) return undefined;
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv');
  try {
    // An instance of its own: schemas of two servers may bear the same `$id`.
    const made = runBounded(COMPILE_MS, () => new AjvJsonSchemaValidator().getValidator(withPlainNumbers(schema)));
    if (!made.ok) return undefined;
    const fits = checkBounded((value) => made.value(withPlainNumbers(value)).valid);
    compiled.set(schema, fits);
    return fits;
  } catch {
    return undefined;
  }
}

/** A schema whose check was broken off once, by a pattern that never ends, is true of nothing we make. */
function checkBounded(fits: FitsSchema): FitsSchema {
  let endless = false;
  return (value) => {
    if (endless) return false;
    const checked = runBounded(CHECK_MS, () => fits(value));
    endless = !checked.ok;
    return checked.ok && checked.value;
  };
}
