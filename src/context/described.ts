import * as z from 'zod/mini';

/** Adds a description for the model to a schema. */
export function described<T>(schema: z.ZodMiniType<T>, description: string): z.ZodMiniType<T> {
  return schema.check(z.describe(description)) as z.ZodMiniType<T>;
}
