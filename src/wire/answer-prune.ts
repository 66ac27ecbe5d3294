import type * as z from 'zod';
import { answerCode } from './answer-code.ts';
import { answerDocuments } from './answer-documents.ts';
import { codeRequest } from './code-request.ts';
import { dialectOf } from './dialect.ts';
import { documentsRequest } from './documents-request.ts';
import { overLimit } from './list-limit.ts';
import type { PruneDoor } from './prune-door.ts';
import type { PruneReply } from './prune-reply.ts';
import { overSessionLimit } from './session/session-limit.ts';
import { answerToolResponse } from './tool-response/answer-tool-response.ts';
import { toolResponseRequest } from './tool-response/tool-response-request.ts';
import { toBody, validate } from './validate.ts';
import type { WireFailure } from './wire-failure.ts';

/** Validates a body by a schema and passes it on. */
async function checked<T>(
  schema: z.ZodType<T>,
  body: object,
  answer: (request: T, door: PruneDoor) => Promise<PruneReply | WireFailure>,
  door: PruneDoor,
): Promise<PruneReply | WireFailure> {
  const valid = validate(schema, body);
  return valid.ok ? answer(valid.request, door) : valid;
}

/** Answers a parsed `/prune` body of any dialect. Rejects only for `door.signal`'s abort or a fault of the engine. */
export async function answerPrune(sent: unknown, door: PruneDoor): Promise<PruneReply | WireFailure> {
  const is = toBody(sent);
  if (!is.ok) return is;
  switch (dialectOf(is.body)) {
    case 'code':
      return checked(codeRequest, is.body, answerCode, door);
    case 'documents':
      return (
        overLimit(is.body, 'documents', door.limits.documents) ??
        overLimit(is.body, 'preserve', door.limits.preservedWords) ??
        overSessionLimit(is.body, door.limits) ??
        checked(documentsRequest, is.body, answerDocuments, door)
      );
    case 'tool_response':
      return overSessionLimit(is.body, door.limits) ?? checked(toolResponseRequest, is.body, answerToolResponse, door);
  }
}
