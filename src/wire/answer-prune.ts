import type * as z from 'zod';
import { answerCode } from './answer-code.ts';
import { answerDocuments } from './answer-documents.ts';
import { codeRequest } from './code-request.ts';
import { dialectOf } from './dialect.ts';
import { documentsRequest } from './documents-request.ts';
import type { PruneDoor } from './prune-door.ts';
import type { PruneReply } from './prune-reply.ts';
import { bodyDetail, toValidationDetails } from './validation-detail.ts';
import { type WireFailure, wireFailure } from './wire-failure.ts';

function validate<T>(schema: z.ZodType<T>, body: object): { ok: true; request: T } | WireFailure {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return { ok: true, request: parsed.data };
  return wireFailure('invalid_request', toValidationDetails(parsed.error));
}

/** Answers a parsed `/prune` body of any dialect. Rejects only for `door.signal`'s abort or a fault of the engine. */
export async function answerPrune(body: unknown, door: PruneDoor): Promise<PruneReply | WireFailure> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    return wireFailure('invalid_request', bodyDetail('model_attributes_type', msg, body));
  }
  switch (dialectOf(body)) {
    case 'code': {
      const valid = validate(codeRequest, body);
      return valid.ok ? answerCode(valid.request, door) : valid;
    }
    case 'documents': {
      const valid = validate(documentsRequest, body);
      return valid.ok ? answerDocuments(valid.request, door) : valid;
    }
  }
}
