import type { Operation } from '../../http/operation.ts';
import { usageAnswer } from './usage-answer.ts';
import { usageQuery } from './usage-query.ts';

/** Documents `GET /v1/usage`. */
export const usageOperation: Operation = {
  id: 'getUsage',
  method: 'get',
  path: '/v1/usage',
  summary: 'Get usage and savings',
  description:
    'A key sees its own usage, a key with scope `admin` that of its team, the administrator that of any team. Requests of the last second may be missing. Use `format=csv` or `Accept: text/csv` to get the rows as CSV.',
  scope: 'any',
  query: usageQuery,
  answers: { 200: { description: 'Usage by group', schema: usageAnswer } },
};
