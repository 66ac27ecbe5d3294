import type * as z from 'zod';
import type { Scope } from '../../src/teams/keys/scope.ts';

/** An answer of an operation. */
export interface OperationAnswer {
  readonly description: string;
  readonly schema?: z.ZodType | undefined;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
}

/** Documentation of one route, with the schemas that validate its requests. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** OpenAPI path template, `/v1/keys/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** Scope that the key needs; `any`: any key; `none`: no key. */
  readonly scope: Scope | 'any' | 'none';
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** Answers by status. Failures need no entry, because they all have one shape. */
  readonly answers: Readonly<Record<number, OperationAnswer>>;
}
