/** The dialects of the one route. */
export type Dialect = 'code' | 'documents' | 'tool_response';

/**
 * Tells a request's dialect by its body. `code` wins, since upstream ignores fields it does not know; a body that is
 * none of them is judged as upstream's own.
 */
export function dialectOf(body: object): Dialect {
  if ('code' in body) return 'code';
  if ('tool_response' in body) return 'tool_response';
  return 'documents' in body || 'goal' in body ? 'documents' : 'code';
}
