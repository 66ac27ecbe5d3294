/** A schema in the form of Standard Schema 1. Ours are made with zod, but callers need none of zod's types. */
export interface Schema<Output = unknown> {
  /** Returns the value with its defaults. Throws if it does not fit. */
  parse(value: unknown): Output;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

/** The value with its defaults, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };
