import { expect, test } from 'vitest';
import { SHOP, SHOP_PATH, SHOP_QUESTION, sessionAbout, shownOf } from '../support/shop.ts';

/** A way to send requests to a running worker, with the same arguments as `fetch`. */
export type Door = (path: string, init?: RequestInit) => Promise<Response>;

/** Differences between doors that come from their runtimes. */
export interface DoorTraits {
  /** Max bytes of a request body behind the door. */
  readonly bodyBytes: number;
}

const TIMEOUT = 120_000;
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const FUNCTIONS = Array.from({ length: 60 }, (_, i) => {
  const name = i === 31 ? 'parseRetryAfterHeader' : `computeColumn${i}`;
  const body = i === 31 ? 'return Number(header) * 1000;' : `return row.cells[${i}] + offset;`;
  return `export function ${name}(header, row, offset) {\n  // step ${i}\n  ${body}\n}\n`;
}).join('\n');
const QUESTION = 'How is the Retry-After header parsed?';

async function errorOf(answer: Response): Promise<{ status: number; detail: unknown }> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const body: unknown = await answer.json();
  expect(body).toHaveProperty('detail');
  expect(body).toHaveProperty('request_id', answer.headers.get('x-request-id'));
  expect(JSON.stringify(body)).not.toMatch(/\bat .*:\d+:\d+/);
  return { status: answer.status, detail: (body as { detail: unknown }).detail };
}

function chunked(chunks: number, size: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ === chunks) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(0x20));
    },
  });
}

const streamed = (body: ReadableStream<Uint8Array>): RequestInit =>
  ({ method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }) as RequestInit;

/** Contract of `/prune` and `/health` through every door. */
export function describePruneEndpoint(open: () => Door, { bodyBytes }: DoorTraits): void {
  const check = (name: string, run: (door: Door) => Promise<void>): void => test(name, () => run(open()), TIMEOUT);

  check('a question prunes a text to the lines that answer it', async (door) => {
    const answer = await door('/prune', json({ query: QUESTION, code: FUNCTIONS }));
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toMatchObject({ error_msg: null, kind: 'source', engine: 'embedded' });
    expect(body.pruned_code).toContain('parseRetryAfterHeader');
    expect(body.pruned_code).toMatch(/\(filtered \d+ lines\)/);
    expect(body.left_token_cnt).toBeLessThan(body.origin_token_cnt / 2);
    const lines = FUNCTIONS.split('\n');
    const shown = body.pruned_code
      .replace(/\n$/, '')
      .split('\n')
      .filter((line: string) => !/^\(filtered \d+ lines\)$/.test(line));
    expect(shown).toEqual(body.kept_frags.map((line: number) => lines[line - 1]));
    for (const [line, score] of body.token_scores) {
      expect(typeof line).toBe('string');
      expect(score >= 0 && score <= 1).toBe(true);
    }
  });

  check('markers name ranges of the file when asked to', async (door) => {
    const ask = { query: QUESTION, code: FUNCTIONS, markers: 'ranges', first_line: 1001, target_ratio: 0.1 };
    const body = await (await door('/prune', json(ask))).json();
    const ranges = [...body.pruned_code.matchAll(/^\(filtered (\d+) lines: (\d+)-(\d+)\)$/gm)];
    expect(ranges.length).toBeGreaterThan(0);
    for (const [, count, from, to] of ranges) {
      expect(Number(to) - Number(from) + 1).toBe(Number(count));
      expect(Number(from)).toBeGreaterThan(1000);
    }
    expect(body.left_token_cnt).toBeLessThan(body.origin_token_cnt * 0.2);
    expect(Math.max(...body.kept_frags)).toBeLessThan(1000);
  });

  check('/prune/ is served directly', async (door) => {
    const answer = await door('/prune/', { ...json({ query: QUESTION, code: 'a\n' }), redirect: 'manual' });
    expect(answer.status).toBe(200);
    expect((await answer.json()).pruned_code).toBe('a\n');
  });

  check('a text that is kept whole is byte-identical', async (door) => {
    const code = '\u{feff}naïve 漢字 😀\r\n\ttabs\u2028and separators\r\n\r\n';
    const body = await (await door('/prune', json({ query: QUESTION, code }))).json();
    expect(body.pruned_code).toBe(code);
    expect(body.left_token_cnt).toBe(body.origin_token_cnt);
  });

  check('the same request has the same answer', async (door) => {
    const ask = async (): Promise<unknown> => {
      const answer = await door('/prune', json({ query: QUESTION, code: FUNCTIONS, threshold: 0.4 }));
      return { ...(await answer.json()), latency_ms: 0, request_id: '' };
    };
    expect(await ask()).toEqual(await ask());
  });

  check('dialect B is told apart by its body', async (door) => {
    const documents = [{ id: 'x', source: 'a.ts', text: FUNCTIONS }];
    const answer = await door('/prune', json({ goal: QUESTION, documents, budget: { ratio: 0.2 } }));
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toMatchObject({ ok: true, warnings: [], documents: [{ id: 'x', source: 'a.ts' }] });
    expect(body.text).toContain('parseRetryAfterHeader');
    expect(body.stats.outputTokens).toBeLessThan(body.stats.inputTokens * 0.4);
  });

  check('what the session is about decides between places that the question fits alike', async (door) => {
    const body = { tool_response: SHOP, path: SHOP_PATH, context_focus_question: SHOP_QUESTION, target_ratio: 0.2 };
    for (const [name, other] of [
      ['refund', 'depot'],
      ['depot', 'refund'],
    ] as const) {
      const answer = await door('/prune', json({ ...body, context: sessionAbout(name) }));
      expect(answer.status).toBe(200);
      const { pruned_code, expected_recall } = await answer.json();
      expect(shownOf(pruned_code, name)).toBeGreaterThan(shownOf(pruned_code, other));
      expect(expected_recall).toBeGreaterThanOrEqual(0);
    }
    const failed = await errorOf(await door('/prune', json({ ...body, context: [{ kind: 'applied twice' }] })));
    expect(failed).toMatchObject({
      status: 422,
      detail: [{ type: 'literal_error', loc: ['body', 'context', 0, 'kind'] }],
    });
  });

  check('health answers', async (door) => {
    const answer = await door('/health');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'healthy', model_loaded: true, ok: true, backend: 'embedded' });
  });

  check('a field that is missing is 422 with its place', async (door) => {
    const failed = await errorOf(await door('/prune', json({ query: 'q' })));
    expect(failed).toMatchObject({ status: 422, detail: [{ type: 'missing', loc: ['body', 'code'] }] });
  });

  const bad: [string, RequestInit, string][] = [
    ['bad JSON', { ...json(null), body: '{"query": "q", ' }, 'json_invalid'],
    ['invalid UTF-8', { ...json(null), body: Uint8Array.of(0x22, 0xff, 0x22) }, 'json_invalid'],
    ['a cut character', { ...json(null), body: Uint8Array.of(0x22, 0xe2, 0x82) }, 'json_invalid'],
    [
      'no JSON content type',
      { ...json({ query: 'q', code: 'c' }, { 'content-type': 'text/plain' }) },
      'model_attributes_type',
    ],
    ['an array', json([1, 2]), 'model_attributes_type'],
    ['an empty body', { method: 'POST', headers: { 'content-type': 'application/json' } }, 'missing'],
    ['nesting without end', { ...json(null), body: '['.repeat(100_000) }, 'json_invalid'],
    ['a body that is a number', { ...json(null), body: '7' }, 'model_attributes_type'],
  ];
  for (const [name, init, type] of bad) {
    check(`${name} is 422`, async (door) => {
      const failed = await errorOf(await door('/prune', init));
      expect(failed).toMatchObject({ status: 422, detail: [{ type }] });
    });
  }

  check('a compressed body is refused, not unpacked', async (door) => {
    const answer = await door('/prune', json({ query: 'q', code: 'c' }, { 'content-encoding': 'gzip' }));
    expect((await errorOf(answer)).status).toBe(415);
  });

  check('an unknown path is 404', async (door) => {
    expect(await errorOf(await door('/nothing'))).toEqual({ status: 404, detail: 'Not Found' });
  });

  check('a wrong method is 405 and says which are allowed', async (door) => {
    for (const [path, method, allowed] of [
      ['/prune', 'GET', 'POST'],
      ['/prune/', 'DELETE', 'POST'],
      ['/health', 'POST', 'GET, HEAD'],
    ] as const) {
      const answer = await door(path, { method });
      expect(answer.headers.get('allow')).toBe(allowed);
      expect(await errorOf(answer)).toEqual({ status: 405, detail: 'Method Not Allowed' });
    }
  });

  check('a body that declares too many bytes is 413', async (door) => {
    const failed = await errorOf(
      await door('/prune', { ...json(null), body: new Uint8Array(bodyBytes + 1).fill(0x20) }),
    );
    expect(failed).toMatchObject({ status: 413, detail: expect.stringContaining(`at most ${bodyBytes} bytes`) });
  });

  check('a chunked body with too many bytes is 413', async (door) => {
    const answer = await door('/prune', streamed(chunked(Math.ceil(bodyBytes / 65_536) + 1, 65_536)));
    expect((await errorOf(answer)).status).toBe(413);
  });

  check('after a refusal the worker serves on', async (door) => {
    await (await door('/prune', { ...json(null), body: '{' })).text();
    expect((await door('/health')).status).toBe(200);
  });

  check('request ids: a sane one is taken, another replaced', async (door) => {
    const sane = await door('/health', { headers: { 'x-request-id': 'trace-0042' } });
    expect(sane.headers.get('x-request-id')).toBe('trace-0042');
    for (const odd of ['a b', 'x'.repeat(300), '<script>']) {
      const answer = await door('/health', { headers: { 'x-request-id': odd } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
      await answer.text();
    }
    await sane.text();
  });

  check('answers carry secure headers', async (door) => {
    const answer = await door('/health');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    await answer.text();
  });

  check('the replacement character is a character like others', async (door) => {
    const code = `${FUNCTIONS}// \ufffd\n`;
    const body = await (await door('/prune', json({ query: '\ufffd', code, threshold: 0 }))).json();
    expect(body.pruned_code).toContain('\ufffd');
  });

  check('special tokens and odd characters are plain text', async (door) => {
    const code = `${FUNCTIONS}// <|endoftext|> \u0000 \ud800 ${'x'.repeat(5_000)}\n`;
    const body = await (await door('/prune', json({ query: '<|im_start|> Retry-After', code }))).json();
    expect(body.error_msg).toBeNull();
    expect(body.origin_token_cnt).toBeGreaterThan(0);
  });

  check('100 requests at once each get their own answer', async (door) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const code = `${FUNCTIONS}// request number ${i}\n`;
        const answer = await door('/prune', json({ query: `request number ${i}`, code }));
        expect(answer.status).toBe(200);
        return (await answer.json()).token_scores.at(-1)[0];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 100 }, (_, i) => `// request number ${i}`));
  });

  check('callers who go away hold up nobody who stands in line with them', async (door) => {
    const large = FUNCTIONS.repeat(30);
    const ask = (signal?: AbortSignal): Promise<Response> =>
      door('/prune', { ...json({ query: QUESTION, code: large }), ...(signal && { signal }) });
    for (let round = 0; round < 3; round++) {
      const leaving = new AbortController();
      const all = Array.from({ length: 8 }, (_, i) => ask(i % 2 === 0 ? leaving.signal : undefined));
      const settled = Promise.allSettled(all);
      await (await door('/health')).text();
      leaving.abort();
      const answers = await settled;
      for (const [i, one] of answers.entries()) {
        if (i % 2 === 1) expect(one).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
        if (one.status === 'fulfilled') await one.value.text().catch(() => '');
      }
    }
  });

  check('health answers while large texts are pruned', async (door) => {
    const large = FUNCTIONS.repeat(40);
    let busy = true;
    const prunes = Promise.all(
      Array.from({ length: 8 }, async () => (await door('/prune', json({ query: QUESTION, code: large }))).json()),
    ).finally(() => {
      busy = false;
    });
    let probes = 0;
    while (busy) {
      await (await door('/health')).text();
      // In process, an answer only takes microtasks, so let the prunes run.
      await new Promise((resolve) => setTimeout(resolve, 0));
      probes++;
    }
    expect(await prunes).toHaveLength(8);
    expect(probes).toBeGreaterThan(0);
  });
}
