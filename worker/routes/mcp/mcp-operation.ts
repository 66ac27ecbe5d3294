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
    'Send one JSON-RPC message per HTTP request. A request is answered with one JSON object, a notification with 202. The scopes of the key select the tools. `prune`: the tool `prune_text`. `artifacts`: the tool `artifact` and the resources `ax://…`, with texts that did not fit into an answer. `context`: the `context_*` tools, over context that agents of the team stashed.',
  scope: 'any',
  body: message,
  answers: {
    200: { description: 'A JSON-RPC response', schema: message },
    202: { description: 'The notification was accepted' },
  },
};
