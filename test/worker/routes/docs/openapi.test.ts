import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { createApp } from '../../../../worker/app/app.ts';
import type { OpenApiDocument } from '../../../../worker/routes/docs/openapi.ts';
import { OPERATIONS } from '../../../../worker/routes/docs/operations.ts';

const app = createApp();

async function getDocument(): Promise<OpenApiDocument> {
  const answer = await app.request('/openapi.json');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  return answer.json();
}

/** Returns a validator for a route's request, or with `status` for its answer. */
async function validatorOf(path: string, method: string, status?: number): Promise<Validator> {
  const operation = (await getDocument()).paths[path]?.[method];
  const content = status === undefined ? operation?.requestBody?.content : operation?.responses[status]?.content;
  const [{ schema } = {}] = Object.values(content ?? {});
  if (schema === undefined) throw new Error(`${method} ${path} ${status} has no schema`);
  return new Validator(schema, '2020-12', false);
}

test('names every route of the app and no other', async () => {
  const documented = OPERATIONS.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const served = new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
      .filter((route) => !/ \/(openapi\.json|docs.*|dashboard.*|prune\/)$/.test(route)),
  );
  // Without a database there are no routes for teams, keys and usage.
  const stored = documented.filter((route) => / \/v1\/(teams|keys|usage|audit)/.test(route));
  expect([...served].sort()).toEqual(documented.filter((route) => !stored.includes(route)).sort());
  expect(stored).toHaveLength(10);
});

const CODE = Array.from({ length: 60 }, (_, i) => `export const setting${i} = 'value ${i}';`).join('\n');
const CONTEXT = [
  { kind: 'asked', text: 'Mend setting 7' },
  { kind: 'called', tool: 'Read', args: { file_path: 'a.ts' } },
  { kind: 'gave', text: 'export const setting7' },
];
const BODIES: [string, object][] = [
  ['/prune', { query: 'setting 7', code: CODE, threshold: 0.4, target_ratio: 0.5, markers: 'ranges', kind: 'source' }],
  ['/prune', { query: '', code: '' }],
  ['/prune', { goal: 'setting 7', documents: [{ text: CODE }], options: { includeScores: true, includeSpans: true } }],
  ['/prune', { tool_response: CODE, history: ['where is setting7'], tool_call: { name: 'read' }, threshold: 0.5 }],
  ['/prune', { goal: '', documents: [{ text: CODE }], options: { automatic: 'careful' }, context: CONTEXT }],
  [
    '/prune',
    { tool_response: CODE, path: 'a.ts', context_focus_question: 'setting', target_ratio: 0.2, context: CONTEXT },
  ],
  ['/prune', { tool_response: CODE, automatic: 'balanced', context: CONTEXT }],
];

test.each(BODIES)('what is sent to %s and comes back is as documented: %j', async (path, body) => {
  expect((await validatorOf(path, 'post')).validate(body)).toMatchObject({ valid: true });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await app.request(path, init);
  expect(answer.status).toBe(200);
  const validator = await validatorOf(path, 'post', 200);
  const answered = await answer.json();
  expect([answered, validator.validate(answered).errors]).toEqual([answered, []]);
});

test('the documented request refuses what the route refuses', async () => {
  const validator = await validatorOf('/prune', 'post');
  for (const body of [
    {},
    { tool_response: CODE, context: [{ kind: 'thought', text: 'x' }] },
    { tool_response: CODE, automatic: 'always' },
    { query: 1, code: '' },
    { query: 'q', code: 'c', target_ratio: 2 },
  ]) {
    expect(validator.validate(body).valid).toBe(false);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect((await app.request('/prune', init)).status).toBe(422);
  }
});

test('/docs shows every operation, loads nothing from elsewhere and runs nothing', async () => {
  const answer = await app.request('/docs');
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await answer.text();
  expect(html.startsWith('<!DOCTYPE html>')).toBe(true);
  for (const { id, path, summary } of OPERATIONS) {
    expect(html).toContain(`id="${id}"`);
    expect(html).toContain(path);
    expect(html).toContain(summary);
  }
  // If the items of a list may have several types, the page names the types.
  expect(html).toContain('array of object or null');
  expect(html).not.toMatch(/<script|https?:\/\/|style="/);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  expect((await app.request(style)).headers.get('content-type')).toMatch(/^text\/css/);
});
