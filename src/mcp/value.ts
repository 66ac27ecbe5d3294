import type * as z from 'zod/v4/core';

/** The value that a zod schema gives, read-only at every level. */
export type Value<S extends z.$ZodType> = ReadOnly<z.output<S>>;

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;
