import * as z from 'zod';
import { codeAnswer } from '../../../src/prune-api/code-answer.ts';
import { codeRequest } from '../../../src/prune-api/code-request.ts';
import { documentsAnswer } from '../../../src/prune-api/documents-answer.ts';
import { documentsRequest } from '../../../src/prune-api/documents-request.ts';
import { toolResponseAnswer } from '../../../src/prune-api/tool-response/tool-response-answer.ts';
import { toolResponseRequest } from '../../../src/prune-api/tool-response/tool-response-request.ts';
import type { Operation } from '../../http/operation.ts';

/** Documents `POST /prune`: three dialects, distinguished by the body. */
export const pruneOperation: Operation = {
  id: 'prune',
  method: 'post',
  path: '/prune',
  summary: 'Prune a text by a question',
  description:
    'Takes `{query, code}` of swe-pruner, `{goal, documents}` of the pi provider, or `{tool_response}` of SWE-Pruner Pro. Kept lines are verbatim and in order. If nothing is removed, the text is returned byte for byte. Unknown fields are ignored.',
  scope: 'prune',
  body: z.union([codeRequest, documentsRequest, toolResponseRequest]),
  answers: {
    200: {
      description: 'Answer in the dialect of the request',
      schema: z.union([codeAnswer, documentsAnswer, toolResponseAnswer]),
    },
  },
};
