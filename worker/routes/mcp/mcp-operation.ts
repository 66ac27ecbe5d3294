import * as z from 'zod';
import type { Operation } from '../../http/operation.ts';

const message: z.ZodType = z.object({ jsonrpc: z.literal('2.0') }).loose();

/** Documents `POST /mcp`. */
export const mcpOperation: Operation = {
  id: 'mcp',
  method: 'post',
  path: '/mcp',
  summary: 'MCP over Streamable HTTP, stateless',
  description:
    'One JSON-RPC message a request: a request is answered with one JSON object, a notification with 202. Tools are offered by the key’s scopes: `prune_text` to `prune`; `artifact` and the resources `ax://…`, which hold what did not fit into an answer, to `artifacts`; the `context_*` tools and the resources `context://…`, what a team’s agents put aside, to `context`.',
  scope: 'any',
  body: message,
  answers: {
    200: { description: 'A JSON-RPC response', schema: message },
    202: { description: 'A notification was taken' },
  },
};
