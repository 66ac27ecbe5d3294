import type * as z from 'zod/mini';
import type { Schema } from './schema.ts';

/** Every schema of ours is one of zod. */
export const zodOf = <Output>(schema: Schema<Output>): z.ZodMiniType<Output> => schema as z.ZodMiniType<Output>;
