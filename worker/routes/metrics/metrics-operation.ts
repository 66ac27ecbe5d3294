import type { Operation } from '../../http/operation.ts';
import { EXPOSITION_TYPE } from './exposition.ts';

/** Documents `GET /metrics`. */
export const metricsOperation: Operation = {
  id: 'getMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Metrics in the Prometheus text format',
  description:
    'A key sees the series of its team and of the process. The administrator sees all. On Cloudflare, the numbers are those of the isolate that answers.',
  scope: 'admin',
  answers: { 200: { description: 'Text format 0.0.4', contentType: EXPOSITION_TYPE } },
};
