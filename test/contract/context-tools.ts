import { expect, test } from 'vitest';
import { parseArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import { createContextResources } from '../../src/context/context-resources.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import { contextTools } from './context-tool-calls.ts';

const P = 'shop';
const retry = Array.from({ length: 120 }, (_, i) =>
  i === 60 ? 'const retryDelay = computeRetryDelay(attempt);' : `const setting${i} = ${i};`,
).join('\n');

const message = (content: string) => ({ role: 'user', content });

/** What the tools do over every store. `open` makes an empty one; `largest` is the length of the longest text. */
export function describeContextTools(open: () => Promise<ContextStore>, largest: number): void {
  test('seed 4’s workflow: analyze, plan, prune, stash, search, retrieve, with a switch of tasks and a snapshot', async () => {
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
    expect(await call('gc_prune', { project_id: P, segment_ids: ['log-1'], action: 'stash' })).toMatchObject({
      pruned_segments: ['log-1'],
      tokens_freed: 9000,
      errors: [],
    });

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
    const restored = { project_id: P, snapshot_id: snapshot['snapshot_id'], move_to_active: true };
    expect(await call('retrieve_stashed', restored)).toMatchObject({
      moved_to_active: ['notes'],
      retrieved_segments: [{ text: retry }],
    });
    expect(await call('get_working_set', { project_id: P, task_id: 'login' })).toMatchObject({
      segment_count: 1,
      segments: [{ segment_id: 'notes', refcount: 1 }],
    });
    expect(await call('list_projects')).toMatchObject({ count: 1, projects: [{ project_id: P, stashed_segments: 1 }] });
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
    for (const nothing of [{}, { filters: {} }, { filters: { tags: [] } }]) {
      expect(await call('stash', { project_id: P, ...nothing })).toMatchObject({ code: 'INVALID_PARAMETER' });
    }
    expect(await call('search_stashed', { project_id: '../x', query: 'a' })).toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    expect(await call('search_stashed', { project_id: P, query: '"" ***' })).toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    const other = { project_id: P, segments: [{ segment_id: a, text: 'another text' }, { text: '\ud800' }] };
    expect(await call('stash', other)).toMatchObject({ code: 'INVALID_PARAMETER', errors: [{}, {}] });
    expect((await store.working(P)).segments.map(({ id }) => id)).toEqual([a]);
  });

  test('what is put aside can be browsed page by page, and read', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const segments = Array.from({ length: 25 }, (_, i) => ({ segment_id: `s-${i}`, text: `text ${i}` }));
    await call('stash', { project_id: P, segments });
    await call('create_task_snapshot', { project_id: P, task_id: 't', name: 'empty' });
    await call('set_current_task', { project_id: 'another', task_id: 't' });
    const resources = createContextResources(store);
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (await resources.list(cursor)) ?? expect.fail('its own cursor was refused');
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect([uris.length, new Set(uris).size, uris[0], uris.at(-1)]).toEqual([
      26,
      26,
      'context://shop/stash/s-24',
      'context://shop/snapshots/snap-1',
    ]);
    expect(await resources.read('context://shop/stash/s-3')).toMatchObject({ contents: [{ text: 'text 3' }] });
    for (const uri of [
      'context://shop/stash/..',
      'context://shop/stash/%2e',
      'context://other/stash/s-3',
      'context://',
    ]) {
      await expect(resources.read(uri)).rejects.toMatchObject({ code: -32002 });
    }
    expect(await resources.list('nonsense')).toBeUndefined();
  });
}
