import type { Operation } from '../../http/operation.ts';
import { usageAnswer } from './usage-answer.ts';
import { usageQuery } from './usage-query.ts';

/** Documents `GET /v1/usage`. */
export const usageOperation: Operation = {
  id: 'getUsage',
  method: 'get',
  path: '/v1/usage',
  summary: 'What was used, and what it saved',
  description:
    'A key sees its own use, one with scope `admin` its team’s, the administrator any team’s. What was used in the last second may be missing. The same rows come as CSV with `format=csv` or `Accept: text/csv`.',
  scope: 'any',
  query: usageQuery,
  answers: { 200: { description: 'Usage, summed up', schema: usageAnswer } },
};
