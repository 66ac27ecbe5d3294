import { expect, test } from 'vitest';
import * as z from 'zod';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { codeAnswer } from '../../../src/prune-api/code-answer.ts';
import { codeRequest } from '../../../src/prune-api/code-request.ts';
import { documentsAnswer } from '../../../src/prune-api/documents-answer.ts';
import { documentsRequest } from '../../../src/prune-api/documents-request.ts';
import { toolResponseAnswer } from '../../../src/prune-api/tool-response/tool-response-answer.ts';
import { toolResponseRequest } from '../../../src/prune-api/tool-response/tool-response-request.ts';
import { createAutoPruner } from '../../../src/remote-pruner/auto-pruner.ts';
import { sourceText } from '../engine/texts.ts';
import { replied } from './test-door.ts';

const input = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

test('requests are documented as what is meant, not as what is put up with', () => {
  const code = input(codeRequest);
  expect(code.required).toEqual(['query', 'code']);
  expect(code.properties).toMatchObject({
    query: { type: 'string', description: expect.any(String) },
    threshold: { type: 'number' },
    always_keep_first_frags: { type: 'boolean', description: expect.stringContaining('Default false') },
    chunk_overlap_tokens: { type: 'integer', description: expect.stringContaining('Default 50') },
    failed: { type: ['boolean', 'null'] },
    target_ratio: { anyOf: [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, { type: 'null' }] },
    max_tokens: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    markers: { anyOf: [{ enum: ['plain', 'ranges'] }, { type: 'null' }] },
  });
  expect(input(documentsRequest).required).toEqual(['goal', 'documents']);
  expect(input(toolResponseRequest).required).toEqual(['tool_response']);
});

test('every field of every schema is described', () => {
  for (const schema of [codeRequest, codeAnswer, toolResponseRequest, toolResponseAnswer]) {
    for (const [name, field] of Object.entries(input(schema).properties ?? {})) {
      expect((field as { description?: string }).description, name).toBeTruthy();
    }
  }
});

test('answers fit their schemas to the last field', async () => {
  const text = sourceText(4, 200);
  const question = 'where is the request timeout parsed?';
  const failing = { prune: async () => ({ ok: false, code: 'timeout', message: 'late' }) as const };
  for (const pruner of [
    createEmbeddedPruner(),
    createAutoPruner({ upstream: failing, embedded: createEmbeddedPruner() }),
  ]) {
    for (const query of [question, 'zebra quagga', ' ']) {
      const a = (await replied({ query, code: text }, pruner)).body;
      expect(codeAnswer.parse(a)).toEqual(a);
      const c = (await replied({ context_focus_question: query, tool_response: text }, pruner)).body;
      expect(toolResponseAnswer.parse(c)).toEqual(c);
      const options = { includeScores: true, includeSpans: true, lineNumbers: true };
      for (const documents of [
        [
          { id: 'a', text },
          { source: 'b', text: `${text}\n\n` },
        ],
        [],
      ]) {
        const b = (await replied({ goal: query, documents, options }, pruner)).body;
        expect(documentsAnswer.parse(b)).toEqual(b);
      }
    }
  }
});

test('all schemas can be put into an OpenAPI document', () => {
  for (const schema of [codeRequest, documentsRequest, toolResponseRequest]) {
    expect(() => JSON.stringify(input(schema))).not.toThrow();
  }
  for (const schema of [codeAnswer, documentsAnswer, toolResponseAnswer]) {
    expect(() => z.toJSONSchema(schema)).not.toThrow();
  }
});
