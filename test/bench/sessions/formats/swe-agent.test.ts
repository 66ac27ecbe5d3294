import { expect, test } from 'vitest';
import { createSweAgentReader } from './swe-agent.ts';

const HISTORY = [
  { role: 'system', content: 'Rules' },
  { role: 'user', content: 'A demonstration', is_demo: true },
  { role: 'user', content: 'We are solving this issue' },
  { role: 'assistant', content: 'DISCUSSION\nI look.' },
  { role: 'user', content: 'Error' },
];

const step = (action: string, observation: string, thought = 'DISCUSSION\nI look.\n') => ({
  action,
  observation,
  thought,
});

const read = (trajectory: readonly object[], submission: unknown = null) =>
  createSweAgentReader().read({ trajectory, history: HISTORY, info: { submission } });

test('a run is read, and its patch becomes the last call', () => {
  const events = read(
    [step('open a.java 10\n', '[File: a.java]\n1:x'), step('mvn test', 'Error', ''), step('submit', '\n+x')],
    '\n+x',
  );
  expect(events).toEqual([
    { kind: 'asked', text: 'We are solving this issue', isSummary: false },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: '1', tool: 'open', args: { command: 'open a.java 10' } },
    { kind: 'gave', call: '1', text: '[File: a.java]\n1:x', isFailed: false },
    { kind: 'called', call: '2', tool: 'bash', args: { command: 'mvn test' } },
    { kind: 'gave', call: '2', text: 'Error', isFailed: false },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: 'submit', tool: 'submit', args: { patch: '\n+x' } },
    { kind: 'gave', call: 'submit', text: '', isFailed: false },
  ]);
});

test('a run that was ended by its cost has no patch', () => {
  expect(read([step('exit_cost', 'Exited', 'Exit due to cost limit')])).toMatchObject([{ kind: 'asked' }]);
});

test('a newer run has its question in the first step', () => {
  const query = [{ role: 'user', content: [{ type: 'text', text: 'Please' }] }];
  const events = createSweAgentReader().read({ trajectory: [{ ...step('ls', 'a'), query }] });
  expect(events[0]).toEqual({ kind: 'asked', text: 'Please', isSummary: false });
});

test.each([{}, { trajectory: null }, { trajectory: [null, {}] }])('%j holds no event', (document) => {
  expect(createSweAgentReader().read(document)).toEqual([]);
});
