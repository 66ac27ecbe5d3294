import type * as z from 'zod';
import { answerCode } from './answer-code.ts';
import { answerDocuments } from './answer-documents.ts';
import { codeRequest } from './code-request.ts';
import { dialectOf } from './dialect.ts';
import { documentsRequest } from './documents-request.ts';
import { overLimit } from './list-limit.ts';
import type { PruneContext } from './prune-context.ts';
import type { PruneReply } from './prune-reply.ts';
import type { RequestFailure } from './request-failure.ts';
import { overSessionLimit } from './session/session-limit.ts';
import { answerToolResponse } from './tool-response/answer-tool-response.ts';
import { toolResponseRequest } from './tool-response/tool-response-request.ts';
import { toObjectBody, validateRequest } from './validate.ts';

/** Validates a body by a schema and passes it on. */
async function checked<T>(
  schema: z.ZodType<T>,
  body: object,
  answer: (request: T, pruneContext: PruneContext) => Promise<PruneReply | RequestFailure>,
  pruneContext: PruneContext,
): Promise<PruneReply | RequestFailure> {
  const valid = validateRequest(schema, body);
  return valid.ok ? answer(valid.request, pruneContext) : valid;
}

/** Answers a parsed `/prune` body of any dialect. Rejects only for `pruneContext.signal`'s abort or a fault of the engine. */
export async function answerPrune(sent: unknown, pruneContext: PruneContext): Promise<PruneReply | RequestFailure> {
  const is = toObjectBody(sent);
  if (!is.ok) return is;
  switch (dialectOf(is.body)) {
    case 'code':
      return checked(codeRequest, is.body, answerCode, pruneContext);
    case 'documents':
      return (
        overLimit(is.body, 'documents', pruneContext.limits.documents) ??
        overLimit(is.body, 'preserve', pruneContext.limits.preservedWords, 'preserved words') ??
        overSessionLimit(is.body, pruneContext.limits) ??
        checked(documentsRequest, is.body, answerDocuments, pruneContext)
      );
    case 'tool_response':
      return (
        overSessionLimit(is.body, pruneContext.limits) ??
        checked(toolResponseRequest, is.body, answerToolResponse, pruneContext)
      );
  }
}
