import { COLUMNS, LONG_SHOP } from './shop.ts';

type Arguments = Readonly<Record<string, unknown>>;

const P = { project_id: 'shop' };
const message = (content: string): object => ({ role: 'user', content });
const many = Array.from({ length: 60 }, (_, i) => ({
  ...{ segment_id: `code-${i}`, type: 'code', text: `text ${i}: ${'and more of the retry '.repeat(9)}` },
  ...{ file_path: `src/net/retry-${i}.ts`, tags: [`n${i % 3}`], task_id: i % 2 === 0 ? 'login' : 'pay' },
}));
const descriptors = {
  recent_messages: Array.from({ length: 30 }, (_, i) => message(`message ${i} ${'about the login '.repeat(20)}`)),
  segment_summaries: [
    { segment_id: 'log-1', type: 'log', preview: 'a long log', tokens: 9000 },
    { segment_id: 'note-1', type: 'note', preview: 'a note', tokens: 200 },
    { segment_id: 'decision-1', type: 'decision', preview: 'use sqlite', tokens: 40 },
  ],
  current_file: { path: 'src/shop.ts', line_count: 160 },
  token_usage: { current: 25_000, limit: 32_000 },
  task_info: { task_id: 'login' },
};

/** Calls of the `context_*` tools, in an order in which each finds what those above it left. */
export const CONTEXT_CALLS: readonly (readonly [tool: string, args: Arguments])[] = [
  ['set_current_task', { ...P, task_id: 'login' }],
  ['analyze_usage', { ...P, context_descriptors: descriptors, task_id: 'login' }],
  ['analyze_usage', { ...P, context_descriptors: descriptors, task_id: 'login' }],
  ['analyze_usage', { ...P, token_limit: 4000 }],
  ['analyze_usage', { ...P, token_limit: 4000, recommend: false }],
  ['get_working_set', P],
  ['get_working_set', { ...P, limit: 5, offset: 3 }],
  ['get_working_set', { ...P, task_id: 'pay' }],
  ['gc_analyze', { ...P, target_tokens: 8000 }],
  ['gc_analyze', { ...P, target_tokens: 1_000_000, limit: 3 }],
  ['gc_analyze', P],
  ['gc_pin', { ...P, segment_ids: ['note-1', 'missing'] }],
  ['gc_prune', { ...P, segment_ids: ['log-1', 'note-1', '../x'], action: 'stash' }],
  ['gc_unpin', { ...P, segment_ids: ['note-1'] }],
  ['gc_prune', { ...P, segment_ids: ['note-1'], action: 'delete' }],
  ['gc_prune', { ...P, segment_ids: ['note-1'], action: 'delete', confirm: true }],
  ['stash', { ...P, segments: many }],
  ['stash', { ...P, segments: [{ segment_id: 'columns', text: COLUMNS, type: 'code', file_path: 'src/columns.js' }] }],
  [
    'stash',
    { ...P, segments: [{ segment_id: 'long', text: LONG_SHOP, type: 'code', pinned: true, topic_id: 'shop' }] },
  ],
  ['stash', { ...P, segments: [{ text: 'a note without an id' }, { text: '\ud800' }] }],
  ['stash', { ...P, query: 'login' }],
  ['stash', P],
  ['search_stashed', { ...P, query: 'retry' }],
  ['search_stashed', { ...P, query: 'retry', limit: 5, offset: 50 }],
  ['search_stashed', { ...P, query: 'header', context_focus_question: 'How is the Retry-After header parsed?' }],
  ['search_stashed', { ...P, query: 'retry', filters: { tags: ['n1'], task_id: 'pay' } }],
  ['search_stashed', { ...P, filters: { file_path: 'src/columns.js' } }],
  ['search_stashed', { ...P, filters: { created_after: 'yesterday' } }],
  ['search_stashed', { ...P, query: '"" ***' }],
  ['search_stashed', { queri: 'a', limit: 0, query: 5 }],
  ['retrieve_stashed', { ...P, segment_ids: ['columns', 'code-3', 'missing'] }],
  ['retrieve_stashed', { ...P, segment_ids: ['long'] }],
  ['retrieve_stashed', { ...P, query: 'retry', limit: 4 }],
  ['retrieve_stashed', { ...P, segment_ids: ['columns', 'code-4'], move_to_active: true }],
  ['create_task_snapshot', { ...P, task_id: 'login', name: 'before' }],
  ['create_task_snapshot', { ...P, name: 'now' }],
  ['get_task_context', { ...P, task_id: 'login' }],
  ['get_task_context', { ...P, task_id: 'login', limit: 3, offset: 2 }],
  ['set_current_task', { ...P, task_id: null }],
  ['gc_prune', { ...P, segment_ids: ['columns'], action: 'delete', confirm: true }],
  ['retrieve_stashed', { ...P, snapshot_id: 'snap-1' }],
  ['retrieve_stashed', { ...P, snapshot_id: 'snap-1', segment_ids: ['columns'], move_to_active: true }],
  ['retrieve_stashed', { ...P, snapshot_id: 'none' }],
  ['set_current_task', { project_id: 'another', task_id: 't' }],
  ['set_current_task', { project_id: '../x', task_id: 't' }],
  ['get_working_set', P],
];
