import { expect, test } from 'vitest';
import type { ContextStore } from '../../src/context/context-store.ts';
import { contextTools } from './context-tool-calls.ts';
import { newSegment } from './new-segment.ts';

const P = 'shop';
const told = (segment_id: string, more: object = {}) => {
  return { segment_id, type: 'log', preview: `${segment_id}: 40 lines of a build…`, tokens: 900, ...more };
};
const windowOf = (...segment_summaries: readonly object[]) => {
  return { project_id: P, context_descriptors: { segment_summaries } };
};

/**
 * Contract of the context tools for what a platform reports of its context, over every store. `open` makes an empty
 * one.
 */
export function describeContextDescriptors(open: () => Promise<ContextStore>): void {
  test('a preview is never put aside as the text: each segment asks for its own, and the others go', async () => {
    const store = await open();
    const { call } = contextTools(store);
    await call('gc_analyze', windowOf(told('build'), told('deploy')));
    await store.add(P, [newSegment('mine', 'a note'), newSegment('Tagged', 'x', { tags: ['Described'] })], 'working');
    const ids = ['build', 'mine', 'Tagged', 'deploy'];
    const pruned = await call('gc_prune', { project_id: P, segment_ids: ids, action: 'stash' });
    expect(pruned).toMatchObject({
      pruned_segments: ['mine', 'Tagged'],
      errors: [
        {
          segment_id: 'build',
          code: 'text_missing',
          message:
            'cannot stash "build": only a preview of it is stored; send its text with context_stash, as {"segment_id": "build", "text": …} in segments',
        },
        { segment_id: 'deploy', code: 'text_missing' },
      ],
    });
    for (const chosen of [{ segment_ids: ['build'] }, { filters: { type: 'log' } }]) {
      const refused = await call('stash', { project_id: P, ...chosen });
      expect(refused).toMatchObject({ success: false, code: 'text_missing' });
    }
    expect((await store.working(P)).segments.map(({ id }) => id)).toEqual(['build', 'deploy']);
    // A platform can still delete it.
    const forgotten = { project_id: P, segment_ids: ['build'], action: 'delete', confirm: true };
    expect(await call('gc_prune', forgotten)).toMatchObject({ pruned_segments: ['build'] });
  });

  test('a text that is reported early stays in the working set with its file, and is stashed later', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const text = 'export const a = 1;\r\nexport const b = 2;\n';
    const read = told('read', { type: 'code', text, file_path: 'src/a.ts', line_range: [1, 2] });
    const usage = await call('analyze_usage', windowOf(read));
    expect(usage).toMatchObject({ usage_metrics: { total_segments: 1, total_tokens: Math.ceil(text.length / 4) } });
    expect(usage).not.toHaveProperty('errors');
    expect((await store.working(P)).segments).toMatchObject([
      { id: 'read', file: 'src/a.ts', lines: { start: 1, end: 2 }, tags: [], sketch: expect.stringMatching(/^.{8}$/) },
    ]);
    await call('gc_prune', { project_id: P, segment_ids: ['read'], action: 'stash' });
    expect(await call('retrieve_stashed', { project_id: P, segment_ids: ['read'] })).toMatchObject({
      retrieved_segments: [{ text, file_path: 'src/a.ts' }],
    });
  });

  test('a text takes the place of its description, with the age, task and pin of that', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const described = [told('first', { type: 'code', file_path: 'src/a.ts' }), told('second')];
    const context_descriptors = { segment_summaries: described, task_info: { task_id: 'login' } };
    await call('gc_analyze', { project_id: P, context_descriptors });
    await call('gc_pin', { project_id: P, segment_ids: ['first'] });
    const before = await store.working(P);
    await call('gc_analyze', windowOf(told('first', { type: 'code', text: 'export const whole = 1;' })));
    const [first, second] = (await store.working(P)).segments;
    expect(second).toEqual(before.segments[1]);
    expect(first).toEqual({
      ...before.segments[0],
      ...{ tags: [], tokens: 6, links: first?.links, sketch: expect.stringMatching(/./) },
    });
    expect((await store.texts(P, ['first', 'second'])).get('first')).toBe('export const whole = 1;');
    // Only words of the full text find it, because the text has replaced the preview.
    await call('gc_unpin', { project_id: P, segment_ids: ['first'] });
    await call('gc_prune', { project_id: P, segment_ids: ['first'], action: 'stash' });
    expect(await call('search_stashed', { project_id: P, query: 'whole' })).toMatchObject({ total_matches: 1 });
    expect(await call('search_stashed', { project_id: P, query: 'build' })).toMatchObject({ total_matches: 0 });
  });

  test('a pinned segment gets its text, and stays', async () => {
    const store = await open();
    const { call } = contextTools(store);
    await call('gc_analyze', windowOf(told('log')));
    await call('gc_pin', { project_id: P, segment_ids: ['log'] });
    const segments = [{ segment_id: 'log', text: 'all of it' }];
    expect(await call('stash', { project_id: P, segments })).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await store.texts(P, ['log'])).get('log')).toBe('all of it');
    expect((await store.working(P)).segments).toMatchObject([{ id: 'log', type: 'log', pinned: true, tags: [] }]);
  });

  test('what cannot be taken in is told by segment, and the rest is taken in', async () => {
    const store = await open();
    const { call } = contextTools(store);
    await call('stash', { project_id: P, segments: [{ segment_id: 'mine', text: 'the only copy' }] });
    const bad = [told('mine', { text: 'another' }), told('half', { text: '\ud800' }), told('../x'), told('mine')];
    for (const tool of ['analyze_usage', 'gc_analyze']) {
      const answer = await call(tool, windowOf(...bad, told('good', { text: 'good' })));
      expect(answer).toMatchObject({ success: true, errors: [{ segment_id: 'half' }, { segment_id: '../x' }, {}] });
      expect(answer.errors?.[2]).toMatchObject({ segment_id: 'mine', code: 'INVALID_PARAMETER' });
    }
    expect((await store.working(P)).segments.map(({ id }) => id)).toEqual(['good']);
    expect((await store.texts(P, ['mine'])).get('mine')).toBe('the only copy');
  });

  test('a preview that an earlier version put aside is not given back as the text', async () => {
    const store = await open();
    const { call } = contextTools(store);
    await store.add(
      P,
      [newSegment('old', 'a preview…', { tags: ['described'] }), newSegment('whole', 'a text')],
      'stashed',
    );
    const answer = await call('retrieve_stashed', { project_id: P, segment_ids: ['old', 'whole'] });
    expect(answer).toMatchObject({
      retrieved_segments: [
        { segment_id: 'whole', text: 'a text' },
        { segment_id: 'old', preview: 'a preview…' },
      ],
      errors: [{ segment_id: 'old', code: 'text_missing' }],
    });
    expect((answer['retrieved_segments'] as object[])[1]).not.toHaveProperty('text');
  });

  test('a snapshot restores a description, and the segment that has got its text since', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const context_descriptors = { segment_summaries: [told('a'), told('b')], task_info: { task_id: 'login' } };
    await call('gc_analyze', { project_id: P, context_descriptors });
    const { snapshot_id } = await call('create_task_snapshot', { project_id: P, task_id: 'login', name: 'then' });
    await call('stash', { project_id: P, segments: [{ segment_id: 'a', text: 'all of a' }] });
    await call('gc_prune', { project_id: P, segment_ids: ['b'], action: 'delete', confirm: true });
    const back = await call('retrieve_stashed', { project_id: P, snapshot_id, move_to_active: true });
    expect(back).toMatchObject({ moved_to_active: ['a', 'b'], errors: [{ segment_id: 'a' }, { segment_id: 'b' }] });
    expect((await store.texts(P, ['a', 'b'])).get('a')).toBe('all of a');
    expect((await store.working(P)).segments).toMatchObject([
      { id: 'b', tags: ['described'], tokens: 900 },
      { id: 'a', tags: [] },
    ]);
  });

  test('what a platform has only told of is stored whole when its text is handed in', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const told = { segment_id: 'log', type: 'log', preview: 'a long log…', tokens: 9000 };
    const window = { project_id: P, context_descriptors: { segment_summaries: [told] } };
    await call('gc_analyze', window);
    const segments = [{ segment_id: 'log', text: 'a long log, all of it', type: 'log' }];
    expect(await call('stash', { project_id: P, segments })).toMatchObject({ stashed_segments: ['log'], errors: [] });
    // This is no collection, so the survival counts of other segments stay the same.
    expect(await store.state(P)).toMatchObject({ collections: 0 });
    const back = { project_id: P, segment_ids: ['log'] };
    expect(await call('retrieve_stashed', back)).toMatchObject({
      retrieved_segments: [{ text: 'a long log, all of it', tokens: 6 }],
    });
    // Reporting the preview again does not replace the stored text.
    expect(await call('analyze_usage', window)).toMatchObject({ usage_metrics: { total_segments: 0 } });
    expect(await call('retrieve_stashed', back)).toMatchObject({ retrieved_segments: [{ tokens: 6 }] });
  });

  test('no text is taken for what a platform has only told of, and written over', async () => {
    const { call } = contextTools(await open());
    const whole = { segment_id: 'mine', text: 'the only copy' };
    const tagged = [{ ...whole, tags: ['described'] }];
    expect(await call('stash', { project_id: P, segments: tagged })).toMatchObject({
      ...{ code: 'INVALID_PARAMETER', message: expect.stringContaining('"described" as a tag') },
    });
    await call('stash', { project_id: P, segments: [whole] });
    const other = [{ ...whole, text: 'something else' }];
    expect(await call('stash', { project_id: P, segments: other })).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(await call('retrieve_stashed', { project_id: P, segment_ids: ['mine'] })).toMatchObject({
      retrieved_segments: [{ text: 'the only copy' }],
    });
  });

  test('of texts that are too many to be read at once the later ones are named', async () => {
    const store = await open();
    const { call } = contextTools(store);
    const large = ['a', 'b', 'c'].map((id) => newSegment(id, `log ${id}`, { tokens: 3_000_000 }));
    await store.add(P, large, 'stashed');
    expect(await call('retrieve_stashed', { project_id: P, segment_ids: ['a', 'b', 'c'] })).toMatchObject({
      retrieved_segments: [{ text: 'log c' }, { segment_id: 'b', preview: 'log b' }, { preview: 'log a' }],
      errors: [
        { segment_id: 'b', message: expect.stringContaining('retrieve this segment alone') },
        { segment_id: 'a' },
      ],
    });
  });

  test('a text is counted, whatever a platform has said of the same', async () => {
    const { call } = contextTools(await open());
    const told = { segment_id: 'log', type: 'log', preview: 'a long log', tokens: 9000 };
    await call('analyze_usage', { project_id: P, context_descriptors: { segment_summaries: [told] } });
    const segments = [{ segment_id: 'real', text: told.preview }];
    expect(await call('stash', { project_id: P, segments })).toMatchObject({ tokens_stashed: 3 });
  });

  test('a context full of the current task is told what may go, by both tools alike; the active file stays', async () => {
    const { call } = contextTools(await open());
    const read = (segment_id: string, file_path: string) => told(segment_id, { type: 'code', tokens: 2000, file_path });
    const context_descriptors = {
      recent_messages: Array.from({ length: 10 }, (_, i) => ({ role: 'user', content: `message ${i}` })),
      current_file: { path: '/home/ada/shop/src/login.ts', current_line: 12 },
      token_usage: { current: 25_000, limit: 32_000 },
      segment_summaries: [
        ...Array.from({ length: 4 }, (_, i) => told(`debug-${i}`)),
        ...[read('login-1', 'src/login.ts'), read('login-2', 'src/login.ts')],
        ...[read('form-1', 'src/form.ts'), read('form-2', 'src/form.ts'), read('only', 'src/only.ts')],
      ],
      task_info: { task_id: 'task_456', name: 'Log in' },
    };
    const project_id = 'project_123';
    const usage = await call('analyze_usage', { context_descriptors, project_id, task_id: 'task_456' });
    expect(usage).toMatchObject({
      current_tokens: 25_000,
      usage_percent: 78.1,
      pruning_candidates_count: 5,
      recommendations: [{ action: 'stash', tokens_freed: 4 * 900 + 2000 }],
    });
    const [{ segment_ids } = { segment_ids: [] }] = usage['recommendations'] as { segment_ids: string[] }[];
    expect(segment_ids.toSorted()).toEqual(['debug-0', 'debug-1', 'debug-2', 'debug-3', 'form-1']);
    // A call without descriptors keeps the previous task and file.
    const plan = await call('gc_analyze', { project_id, target_tokens: 9000 });
    expect(plan).toMatchObject({
      total_candidates: 5,
      pruning_plan: { segment_ids, shortfall_tokens: 9000 - 5600 },
      held: { active_file: { segments: 2 }, current_task: { segments: 2 + 10 } },
    });
    // If no file is open, no segments are held for a file.
    await call('gc_analyze', { project_id, context_descriptors: { current_file: null, task_info: null } });
    const { held } = await call('gc_analyze', { project_id });
    expect(held).toEqual({ current_task: { segments: 13, tokens: expect.any(Number) } });
  });
}
