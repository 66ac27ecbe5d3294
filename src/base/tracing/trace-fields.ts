/** Fields of a message that name the trace it belongs to (W3C Trace Context): HTTP headers, or `_meta` of MCP. */
export interface TraceFields {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Names of the fields. */
export const TRACE_FIELDS = ['traceparent', 'tracestate'] as const;

/** Version 00, and later ones as far as they look the same. `ff`, and ids of zeros alone, are invalid. */
const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
/** At most 32 members, each `key=value`; a value has no commas or equals signs, and does not end in a space. */
const STATE = /^(?=.{1,512}$)(?:[a-z\d][\w\-*/@]*=[ -+\--<>-~]*[!-+\--<>-~](?:[ \t]*,[ \t]*|$)){1,32}$/;

/** Reads the fields of a message; undefined if it names no trace in a valid form. An invalid state is dropped. */
export function traceFieldsIn(get: (name: (typeof TRACE_FIELDS)[number]) => unknown): TraceFields | undefined {
  const [traceparent, tracestate] = TRACE_FIELDS.map(get);
  if (typeof traceparent !== 'string' || !PARENT.test(traceparent)) return undefined;
  return typeof tracestate === 'string' && STATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
