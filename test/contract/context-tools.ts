import { expect, test } from 'vitest';
import { parseArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import { contextTools } from './context-tool-calls.ts';

const P = 'shop';
const retry = Array.from({ length: 120 }, (_, i) =>
  i === 60 ? 'const retryDelay = computeRetryDelay(attempt);' : `const setting${i} = ${i};`,
).join('\n');

const message = (content: string) => ({ role: 'user', content });

/** Contract of the context tools over every store. `open` makes an empty one; `largest` is the max length of a text. */
export function describeContextTools(open: () => Promise<ContextStore>, largest: number): void {
  test('the whole workflow: analyze, plan, prune, stash, search, retrieve, with a switch of tasks and a snapshot', async () => {
    const { call } = contextTools(await open());
    expect(await call('set_current_task', { project_id: P, task_id: 'login' })).toMatchObject({
      previous_task_id: null,
      working_set_updated: true,
    });
    const descriptors = {
      recent_messages: Array.from({ length: 12 }, (_, i) => message(`message ${i} ${'about the login '.repeat(20)}`)),
      segment_summaries: [{ segment_id: 'log-1', type: 'log', preview: 'a long log', tokens: 9000 }],
      token_usage: { current: 25_000, limit: 32_000 },
      task_info: { task_id: 'chat' },
    };
    const usage = await call('analyze_usage', { project_id: P, context_descriptors: descriptors, task_id: 'other' });
    expect(usage).toMatchObject({
      current_tokens: 25_000,
      usage_percent: 78.1,
      warnings: [expect.stringContaining('60 %')],
    });
    expect(usage['recommendations']).toMatchObject([{ action: 'stash', priority: 'medium', tokens_freed: 9000 }]);
    const again = await call('analyze_usage', { project_id: P, context_descriptors: descriptors, task_id: 'other' });
    expect(again).toEqual(usage);

    const plan = await call('gc_analyze', { project_id: P, target_tokens: 8000 });
    expect(plan).toMatchObject({ pruning_plan: { segment_ids: ['log-1'], tokens_freed: 9000, action: 'stash' } });
    expect(plan['pruning_candidates']).toMatchObject([{ segment_id: 'log-1', about: 'a long log' }]);
    const prune = { project_id: P, segment_ids: ['log-1'], action: 'stash' };
    expect(await call('gc_prune', prune)).toMatchObject({ code: 'text_missing' });
    const log = { segment_id: 'log-1', text: 'a long log, all of it' };
    expect(await call('stash', { project_id: P, segments: [log] })).toMatchObject({ stashed_segments: ['log-1'] });

    const given = {
      segment_id: 'notes',
      text: retry,
      type: 'code',
      task_id: 'login',
      file_path: 'src/retry.ts',
      tags: ['net'],
    };
    expect(await call('stash', { project_id: P, segments: [given] })).toMatchObject({
      stashed_segments: ['notes'],
      segments_matched: 1,
    });
    const found = await call('search_stashed', {
      project_id: P,
      query: 'retry',
      context_focus_question: 'how is retryDelay computed',
    });
    expect(found).toMatchObject({ total_matches: 1, segments: [{ segment_id: 'notes', tier: 'stashed' }] });
    const [excerpt] = found['excerpts'] as { text: string }[];
    expect(excerpt?.text).toContain('computeRetryDelay');
    expect(excerpt?.text).toMatch(/\(filtered \d+ lines/);
    expect(
      await call('retrieve_stashed', { project_id: P, segment_ids: ['notes'], move_to_active: true }),
    ).toMatchObject({
      moved_to_active: ['notes'],
      retrieved_segments: [{ segment_id: 'notes', text: retry, tier: 'working' }],
    });

    const snapshot = await call('create_task_snapshot', { project_id: P, task_id: 'login', name: 'before' });
    expect(snapshot).toMatchObject({ segments_captured: 1 });
    await call('set_current_task', { project_id: P, task_id: null });
    await call('gc_prune', { project_id: P, segment_ids: ['notes'], action: 'delete', confirm: true });
    expect(await call('get_task_context', { project_id: P, task_id: 'login' })).toMatchObject({
      active: false,
      segment_count: 0,
      snapshots: [{ snapshot_id: snapshot['snapshot_id'], name: 'before' }],
    });
    const held = { project_id: P, snapshot_id: snapshot['snapshot_id'] };
    expect(await call('retrieve_stashed', { ...held, segment_ids: ['notes', 'none', '../x'] })).toMatchObject({
      retrieved_segments: [{ segment_id: 'notes' }],
      errors: [{ code: 'INVALID_PARAMETER' }, { segment_id: 'none', code: 'SEGMENT_NOT_FOUND' }],
    });
    const restored = { ...held, move_to_active: true };
    expect(await call('retrieve_stashed', restored)).toMatchObject({
      moved_to_active: ['notes'],
      retrieved_segments: [{ text: retry }],
    });
    expect(await call('get_working_set', { project_id: P, task_id: 'login' })).toMatchObject({
      segment_count: 1,
      segments: [{ segment_id: 'notes', refcount: 1 }],
    });
  });

  test('a context that what has just come fills up is told what could go, with reasons, by each tool alike', async () => {
    const { call } = contextTools(await open());
    const segments = ['log', 'code', 'note'].map((type) => ({ segment_id: type, type, text: `${type} `.repeat(100) }));
    await call('stash', { project_id: P, segments });
    const moved = await call('retrieve_stashed', {
      ...{ project_id: P, segment_ids: ['log', 'code', 'note'], move_to_active: true },
    });
    expect(moved).toMatchObject({ segments_found: 3 });
    const { total_tokens: total } = await call('get_working_set', { project_id: P });
    const usage = await call('analyze_usage', { project_id: P, token_limit: total });
    expect(usage).toMatchObject({
      summary: expect.stringContaining('3 could be released'),
      // None of the reasons is age, because all segments are new.
      recommendations: [
        {
          action: 'stash',
          priority: 'urgent',
          reason: expect.stringContaining('text that newer segments of the file also hold'),
        },
      ],
      impact_summary: { pruning_candidates_count: 3 },
      pruning_candidates_count: 3,
    });
    const plan = await call('gc_analyze', { project_id: P, target_tokens: total });
    expect(plan).toMatchObject({
      pruning_plan: { segment_ids: expect.arrayContaining(['log', 'code', 'note']), shortfall_tokens: 0 },
      pruning_candidates: [{ segment_id: 'log', reason: expect.stringContaining('2 segments since') }, {}, {}],
      total_candidates: 3,
      estimated_tokens_freed: total,
    });
    // Without `target_tokens`, no segment is worth releasing. The summary says what would be possible anyway.
    expect(await call('gc_analyze', { project_id: P })).toMatchObject({
      summary: `Nothing to release by itself; with target_tokens, a plan chooses from 3 segments, ${total} tokens`,
      pruning_candidates: [],
      total_candidates: 0,
    });
  });

  test('the same window sent again adds nothing and counts nothing, and below half use nothing is advised', async () => {
    const store = await open();
    const texts = { counted: 0 };
    const { call } = contextTools(store, texts);
    const window = { recent_messages: [message('one'), message('two'), message('one'), message('')] };
    const first = await call('analyze_usage', { project_id: P, context_descriptors: window });
    expect(first).toMatchObject({ recommendations: [], suggested_actions: [], usage_metrics: { total_segments: 2 } });
    const before = await store.working(P);
    expect(await call('analyze_usage', { project_id: P, context_descriptors: window })).toEqual(first);
    await call('gc_analyze', { project_id: P, context_descriptors: window });
    expect(await store.working(P)).toEqual(before);
    expect(texts.counted).toBe(2);
    // The project has never been used, so there is no date (such as 1970).
    expect(await call('get_working_set', { project_id: 'never' })).toMatchObject({
      working_set: { last_updated: null },
    });
  });

  test('a long text is kept whole as an artifact, and comes back to the byte; also the largest', async () => {
    const store = await open();
    const { call, artifacts } = contextTools(store);
    for (const text of [`${'naïve 🙂 \0 "x" \r\n'.repeat(900)}end`, 'x y\n'.repeat(largest / 4)]) {
      const segment_id = `big-${text.length}`;
      await call('stash', { project_id: P, segments: [{ text, segment_id }] });
      const answer = await call('retrieve_stashed', { project_id: P, segment_ids: [segment_id] });
      const [{ text_ref } = { text_ref: '' }] = answer['retrieved_segments'] as { text_ref: string }[];
      const bytes = await artifacts.read(parseArtifactRef(text_ref) ?? expect.fail('no ref'));
      expect(new TextDecoder().decode(bytes) === text).toBe(true);
    }
    const segments = [{ text: 'x'.repeat(10 * 1024 * 1024 + 1) }];
    expect(await call('stash', { project_id: P, segments })).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('a long list is shown from its front in items that say what they are, however large those are', async () => {
    const { call } = contextTools(await open());
    const some = (count: number, about: object = {}) =>
      Array.from({ length: count }, (_, i) => {
        const text = `text ${i}: ${'and more of the retry '.repeat(9)}`;
        return { segment_id: `code-${i}`.padEnd(29, 'x'), text, file_path: `src/net/retry-${i}.ts`, ...about };
      });
    await call('stash', { project_id: P, segments: some(60) });
    const page = await call('search_stashed', { project_id: P, query: 'retry' });
    expect(page).toMatchObject({ hasMore: true, total_matches: 60 });
    // All rows of the page are shown, each with enough to tell it from the others.
    const { rows } = page['segments'] as { rows: [string, string, string][] };
    expect(rows).toHaveLength(50);
    for (const [id, file, preview] of rows) {
      const number = /\d+/.exec(id)?.[0];
      expect([file, preview.startsWith(`text ${number}`)]).toEqual([`src/net/retry-${number}.ts`, true]);
    }
    const rest = await call('search_stashed', { project_id: P, query: 'retry', offset: 50, limit: 8 });
    const next = rest['segments'] as { segment_id: string; preview: string }[];
    expect(next.map(({ preview }) => preview.includes('and more of the retry'))).toEqual(Array(8).fill(true));
    expect(rows.some(([id]) => next.some(({ segment_id }) => segment_id === id))).toBe(false);
    const text = await call('search_stashed', { project_id: P, query: 'retry' }, false);
    expect((text['segments'] as { rows: unknown[] }).rows).toHaveLength(50);

    const large = { file_path: '漢'.repeat(1000), tags: Array.from({ length: 32 }, (_, n) => `${n}`.repeat(99)) };
    await call('stash', { project_id: 'large', segments: some(60, { ...large, topic_id: '"'.repeat(200) }) });
    const segment_ids = some(60).map(({ segment_id }) => segment_id);
    const all = { project_id: 'large', segment_ids };
    // `call` checks each result against its schema.
    const moved = await call('retrieve_stashed', { ...all, limit: 60, move_to_active: true });
    expect(moved).toMatchObject({ retrieved_segments: [{ segment_id: segment_ids[59] }] });
    await call('gc_analyze', { project_id: 'large', target_tokens: 1e6, limit: 500 });
    await call('get_working_set', { project_id: 'large', limit: 500 });
    const missing = segment_ids.map((id) => `${id}-`.repeat(4));
    const partly = await call('gc_pin', { ...all, segment_ids: [...segment_ids, ...missing] });
    expect((partly['pinned_segments'] as string[])[9]).toBe(segment_ids[9]);
    expect(partly.errors?.[0]).toMatchObject({ code: 'SEGMENT_NOT_FOUND', segment_id: missing[0] });
  });

  test('each id fails for itself; what could be done is done, and where nothing could it is an error', async () => {
    const store = await open();
    const { call } = contextTools(store);
    await call('analyze_usage', {
      project_id: P,
      context_descriptors: { recent_messages: [message('a'), message('b')] },
    });
    const [a = '', b = ''] = (await store.working(P)).segments.map(({ id }) => id);
    expect(await call('gc_pin', { project_id: P, segment_ids: [a, 'missing'] })).toMatchObject({
      pinned_segments: [a],
      errors: [{ segment_id: 'missing', code: 'SEGMENT_NOT_FOUND' }],
    });
    const bad = ['../../etc/passwd', "x'; DROP TABLE context_segments; --", 'a\u0000b', '', '..', 'x'.repeat(129)];
    const pruned = await call('gc_prune', { project_id: P, segment_ids: [a, b, ...bad], action: 'stash' });
    expect(pruned['pruned_segments']).toEqual([b]);
    expect(new Set(pruned.errors?.map(({ code }) => code))).toEqual(
      new Set(['INVALID_PARAMETER', 'PERMISSION_DENIED']),
    );
    expect(await call('gc_prune', { project_id: P, segment_ids: [a], action: 'delete', confirm: true })).toMatchObject({
      code: 'PERMISSION_DENIED',
      errors: [{ segment_id: a }],
    });
    expect(await call('gc_prune', { project_id: P, segment_ids: [b], action: 'delete' })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    });
    expect(await call('gc_unpin', { project_id: P, segment_ids: [a] })).toMatchObject({ unpinned_segments: [a] });
    expect(await call('retrieve_stashed', { project_id: P, segment_ids: ['missing'] })).toMatchObject({
      code: 'SEGMENT_NOT_FOUND',
    });
    const byId = { project_id: P, segment_ids: [b, 'missing'], filters: {} };
    expect(await call('retrieve_stashed', byId)).toMatchObject({ errors: [{ segment_id: 'missing' }] });
    for (const nothing of [{}, { filters: {} }, { filters: { tags: [] } }]) {
      expect(await call('stash', { project_id: P, ...nothing })).toMatchObject({ code: 'INVALID_PARAMETER' });
    }
    expect(await call('search_stashed', { project_id: '../x', query: 'a' })).toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    expect(await call('search_stashed', { project_id: P, query: '"" ***' })).toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    const words = await call('search_stashed', { queri: 'a', limit: 0, query: 5 });
    expect(words).toMatchObject({ code: 'INVALID_PARAMETER' });
    for (const said of [
      '"project_id" is missing',
      '"query" is 5: expected a string',
      '"limit" is 0: expected at least 1',
      '"queri" in the arguments: unknown parameter',
    ]) {
      expect(words['message']).toContain(said);
    }
    const when = await call('search_stashed', { project_id: P, filters: { created_after: 'yesterday' } });
    expect(when['message']).toContain('"filters.created_after" is "yesterday": expected an ISO 8601 date or time');
    const other = { project_id: P, segments: [{ segment_id: a, text: 'another text' }, { text: '\ud800' }] };
    expect(await call('stash', other)).toMatchObject({ code: 'INVALID_PARAMETER', errors: [{}, {}] });
    expect((await store.working(P)).segments.map(({ id }) => id)).toEqual([a]);
    // Deleting counts as a collection, like stashing.
    await call('gc_prune', { project_id: P, segment_ids: [a], action: 'delete', confirm: true });
    expect(await store.state(P)).toMatchObject({ collections: 2 });
  });

  test('a long text that only a snapshot holds is given in parts, without an artifact', async () => {
    const { call } = contextTools(await open(), { counted: 0 }, false);
    const text = 'a line of it\n'.repeat(900);
    await call('stash', { project_id: P, segments: [{ segment_id: 'long', text, task_id: 't' }] });
    await call('retrieve_stashed', { project_id: P, segment_ids: ['long'], move_to_active: true });
    await call('create_task_snapshot', { project_id: P, task_id: 't', name: 'before' });
    await call('gc_prune', { project_id: P, segment_ids: ['long'], action: 'delete', confirm: true });
    let shown = '';
    for (let text_offset: number | undefined = 0; text_offset !== undefined; ) {
      const answer = await call('retrieve_stashed', { project_id: P, snapshot_id: 'snap-1', text_offset });
      const [part] = answer['retrieved_segments'] as readonly { text: string; text_next?: number }[];
      shown += part?.text;
      text_offset = part?.text_next;
    }
    expect(shown === text).toBe(true);
  });

  test('a snapshot is of the current task where none is named', async () => {
    const { call } = contextTools(await open());
    await call('stash', { project_id: P, segments: [{ segment_id: 'one', text: 'a note', task_id: 'login' }] });
    const none = await call('create_task_snapshot', { project_id: P, name: 'now' });
    expect(none).toMatchObject({ code: 'INVALID_PARAMETER', message: expect.stringContaining('no task is set') });
    await call('set_current_task', { project_id: P, task_id: 'login' });
    await call('retrieve_stashed', { project_id: P, segment_ids: ['one'], move_to_active: true });
    const held = await call('create_task_snapshot', { project_id: P, name: 'now' });
    expect(held).toMatchObject({ task_id: 'login', segments_captured: 1 });
  });

  test('where all that fills the context is kept, what keeps it is named', async () => {
    const { call } = contextTools(await open());
    await call('set_current_task', { project_id: P, task_id: 'login' });
    const segments = [{ segment_id: 'a', text: 'x'.repeat(400), type: 'log', pinned: true }, { text: 'y'.repeat(800) }];
    await call('stash', { project_id: P, segments });
    await call('retrieve_stashed', { project_id: P, filters: { task_id: 'login' }, move_to_active: true });
    expect(await call('analyze_usage', { project_id: P, token_limit: 310 })).toMatchObject({
      recommendations: [],
      suggested_actions: [
        { tool: 'context_set_current_task', estimated_tokens_freed: 200 },
        { tool: 'context_gc_unpin', estimated_tokens_freed: 100 },
      ],
    });
  });

  test('a text that is shown is whole, however many others there are and whatever it is of', async () => {
    const { call } = contextTools(await open());
    const texts = ['"\\'.repeat(500), '\n'.repeat(1200), '漢'.repeat(1080), 'a"b\n'.repeat(430), 'x'.repeat(3250)];
    const others = Array.from({ length: 100 }, (_, i) => ({ segment_id: `other-${i}`.padEnd(99, '-'), text: `${i}` }));
    const tags = Array.from({ length: 12 }, (_, i) => `a tag that takes some room, of number ${i}`);
    await call('stash', { project_id: P, segments: others });
    for (const [i, text] of texts.entries()) {
      const segment_id = `text-${i}`;
      await call('stash', { project_id: P, segments: [{ segment_id, text, tags }] });
      const segment_ids = [segment_id, ...others.map((one) => one.segment_id)];
      for (const structured of [true, false]) {
        const asked = { project_id: P, segment_ids, limit: 101, move_to_active: true };
        const answer = await call('retrieve_stashed', asked, structured);
        const [first] = answer['retrieved_segments'] as object[];
        expect(first).toMatchObject({ segment_id, text });
        await call('stash', { project_id: P, segment_ids }, structured);
      }
    }
  });
}
