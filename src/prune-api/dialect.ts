/** Dialects of the `/prune` route. */
export type Dialect = 'code' | 'documents' | 'tool_response';

/**
 * Detects a request's dialect by its body. `code` wins, because upstream ignores unknown fields. A body that fits none
 * is validated as upstream's own.
 */
export function dialectOf(body: object): Dialect {
  if ('code' in body) return 'code';
  if ('tool_response' in body) return 'tool_response';
  return 'documents' in body || 'goal' in body ? 'documents' : 'code';
}
