import type { JsonObject } from '../connection/server-connection.ts';

/** Whether a value is what a schema says. */
export type FitsSchema = (value: unknown) => boolean;

const compiled = new WeakMap<JsonObject, FitsSchema>();

/**
 * The validator that MCP clients make of an `outputSchema`; undefined where they fail to. One of them would take down
 * the list of every server's tools.
 */
export async function compileSchema(schema: JsonObject): Promise<FitsSchema | undefined> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/sdk/validation/ajv');
  try {
    // An instance of its own: schemas of two servers may bear the same `$id`.
    const validate = new AjvJsonSchemaValidator().getValidator(schema);
    const fits: FitsSchema = (value) => validate(value).valid;
    compiled.set(schema, fits);
    return fits;
  } catch {
    return undefined;
  }
}
