import { readLabelledOutputs } from './labelled-outputs.ts';
import { COLUMNS, SHOP } from './shop.ts';

export interface PruneBody {
  readonly name: string;
  readonly body: unknown;
}

const REFUND = 'How is a refund updated?';
const context = [
  { kind: 'asked', text: 'Mend update_refund: the refund is applied twice' },
  { kind: 'said', text: 'I look at how a refund is updated.' },
  { kind: 'called', tool: 'Grep', args: { pattern: 'update_refund' } },
  { kind: 'gave', text: 'src/checkout.ts:40:  return update_refund(given);' },
  { kind: 'called', tool: 'Read', args: { file_path: 'src/shop.ts' } },
];
const documents = [
  { id: 'x', source: 'columns.js', text: COLUMNS },
  { id: 'y', source: 'shop.ts', text: SHOP, hints: { lineOffset: 40 } },
  { text: 'short\n' },
];

const OPTIONS: readonly (readonly [name: string, body: unknown])[] = [
  ['no text', { query: 'q', code: '' }],
  ['no query', { code: 'a\n' }],
  ['a blank query', { query: '  ', code: COLUMNS }],
  ['a share', { query: REFUND, code: SHOP, target_ratio: 0.2 }],
  ['tokens', { query: REFUND, code: SHOP, max_tokens: 100, markers: 'ranges' }],
  ['coerced', { query: REFUND, code: SHOP, threshold: '0.4', always_keep_first_frags: 'true', max_tokens: '90' }],
  [
    'all fields',
    { query: REFUND, code: SHOP, path: 'a.ts', kind: 'source', first_line: 10, failed: true, language: 'ts' },
  ],
  ['out of range', { query: REFUND, code: SHOP, threshold: 9, target_ratio: 2, markers: 'odd', kind: 'odd' }],
  ['odd types', { query: 7, code: [], first_line: 0, max_tokens: -1 }],
  ['documents', { goal: REFUND, documents }],
  ['documents with a budget', { goal: REFUND, documents, budget: { ratio: 0.2, chars: 3000 }, preserve: ['wishlist'] }],
  [
    'documents with options',
    {
      goal: REFUND,
      documents,
      options: { lineNumbers: true, maxOutputDocuments: 1, includeScores: true, includeSpans: true },
    },
  ],
  [
    'documents of a session',
    { goal: '', documents, context, contextIsWhole: true, options: { automatic: 'balanced' } },
  ],
  ['documents that are none', { goal: 'x', documents: [{ id: 7 }], budget: { tokens: 0 } }],
  ['too many documents', { goal: 'x', documents: Array.from({ length: 51 }, () => ({ text: 'a' })) }],
  ['a tool response', { tool_response: SHOP, context_focus_question: REFUND, target_ratio: 0.2 }],
  [
    'a tool response with history',
    {
      ...{ tool_response: SHOP, history: [{ role: 'user', content: 'Mend update_refund' }, 'I look at refunds', 7] },
      tool_call: { function: { name: 'read', arguments: '{"path":"shop.ts"}' } },
    },
  ],
  ['a tool response of a session', { tool_response: SHOP, path: 'src/shop.ts', context, automatic: 'careful' }],
  ['a step that is none', { tool_response: SHOP, context: [{ kind: 'applied twice' }] }],
  ['an array', [1, 2]],
  ['a number', 7],
  ['null', null],
];

/** Bodies of `POST /prune` in its three dialects; each labelled output comes in one of them. */
export function pruneBodies(): readonly PruneBody[] {
  const labelled = readLabelledOutputs().map(({ id, text, path, exitCode, questions }, at) => {
    const [question = ''] = questions;
    const failed = exitCode !== 0;
    const bodies = [
      { query: question, code: text, path, failed },
      { goal: question, documents: [{ id, source: path, text }], options: { includeSpans: true } },
      {
        tool_response: text,
        tool_call: { name: 'bash', arguments: { command: id } },
        context_focus_question: question,
      },
      { query: question, code: text, markers: 'ranges', target_ratio: 0.3 },
    ];
    return { name: `${id}: ${question}`, body: bodies[at % bodies.length] };
  });
  return [...OPTIONS.map(([name, body]) => ({ name, body })), ...labelled];
}
