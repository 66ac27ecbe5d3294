/** The dialects of the one route. C (`tool_response`) is told apart here too once it is served. */
export type Dialect = 'code' | 'documents';

/**
 * Tells a request's dialect by its body. `code` wins, since upstream ignores fields it does not know; a body that is
 * neither is judged as upstream's own.
 */
export function dialectOf(body: object): Dialect {
  if ('code' in body) return 'code';
  return 'documents' in body || 'goal' in body ? 'documents' : 'code';
}
