import type { TraceFields } from './trace-fields.ts';

/** Facts about a span. They never contain texts, questions, commands or keys, nor values that may contain them. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The span of work in progress. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed. `type` is one of few words, such as a status or an error's name. */
  fail(type: string): void;
}

export interface SpanOptions {
  /** Few different ones: a method or a route, never an id. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes | undefined;
  /** Fields that the caller sent. Used only if no span is active. */
  readonly parent?: TraceFields | undefined;
}

/** The port to distributed tracing. Without one nothing is traced. */
export interface Tracing {
  /**
   * Runs `work` in a span of its own, which is active until `work` settles. Settles as `work` does. A rejection marks the
   * span as failed, with the error's code or name and never its message.
   */
  span<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Returns the fields by which the next service continues the active trace; undefined if none is active. */
  fields(): TraceFields | undefined;
}
