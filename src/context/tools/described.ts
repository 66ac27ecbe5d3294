import * as z from 'zod/mini';

/** A schema with words for the model. */
export function described<T>(schema: z.ZodMiniType<T>, description: string): z.ZodMiniType<T> {
  return schema.check(z.describe(description)) as z.ZodMiniType<T>;
}
