import type * as z from 'zod';
import type { Scope } from '../../src/access/scope.ts';

/** One answer of an operation. */
export interface OperationAnswer {
  readonly description: string;
  readonly schema?: z.ZodType | undefined;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
}

/** One route as it is documented: the same schemas that validate its requests. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** OpenAPI's form, `/v1/keys/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** The scope its key needs; `any`: any key; `none`: no key. */
  readonly scope: Scope | 'any' | 'none';
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** By status. Failures need no entry: they all have one shape. */
  readonly answers: Readonly<Record<number, OperationAnswer>>;
}
