import * as z from 'zod';
import { batchLine } from '../../../src/prune-api/batch/batch-line.ts';
import { batchRequest } from '../../../src/prune-api/batch/batch-request.ts';
import { codeAnswer } from '../../../src/prune-api/code-answer.ts';
import { codeRequest } from '../../../src/prune-api/code-request.ts';
import { documentsAnswer } from '../../../src/prune-api/documents-answer.ts';
import { documentsRequest } from '../../../src/prune-api/documents-request.ts';
import { toolResponseAnswer } from '../../../src/prune-api/tool-response/tool-response-answer.ts';
import { toolResponseRequest } from '../../../src/prune-api/tool-response/tool-response-request.ts';
import { NDJSON_TYPE } from '../../http/ndjson.ts';
import type { Operation } from '../../http/operation.ts';

/** Documents `POST /prune`: three dialects, distinguished by the body. */
export const pruneOperation: Operation = {
  id: 'prune',
  method: 'post',
  path: '/prune',
  summary: 'Prune a text by a question',
  description:
    'swe-pruner’s `{query, code}`, the pi provider’s `{goal, documents}`, or SWE-Pruner Pro’s `{tool_response}`, told apart by the body. What is kept are the text’s own lines, verbatim and in order; where nothing is removed the text comes back byte for byte. Unknown fields are ignored.',
  scope: 'prune',
  body: z.union([codeRequest, documentsRequest, toolResponseRequest]),
  answers: {
    200: {
      description: 'In the request’s dialect',
      schema: z.union([codeAnswer, documentsAnswer, toolResponseAnswer]),
    },
  },
};

/** Documents `POST /v1/prune/batch`. */
export const batchOperation: Operation = {
  id: 'pruneBatch',
  method: 'post',
  path: '/v1/prune/batch',
  summary: 'Prune up to 50 texts',
  description:
    'Answers with a line of JSON for each text as soon as it is ready, in any order (`index` says which it is), and a last line with totals. A text that cannot be answered has `ok: false` and fails no other; a stream without its last line was cut off.',
  scope: 'prune',
  body: batchRequest,
  answers: { 200: { description: 'Lines of JSON', contentType: NDJSON_TYPE, schema: batchLine } },
};
