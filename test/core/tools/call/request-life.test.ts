import { expect, test } from 'vitest';
import { type RequestStage, startRequestLife } from '../../../../src/tools/call/call-tool.ts';

const walk = (...states: RequestStage[]) => {
  const life = startRequestLife(() => {});
  for (const state of states) life.enter(state);
  return life.state;
};

test('steps that the table does not have are refused', () => {
  expect(() => walk('req:executing_tool')).toThrow('cannot go from req:received to req:executing_tool');
  expect(() => walk('req:validating', 'req:invalid_request', 'req:executing_tool')).toThrow('cannot go');
  expect(() => walk('req:validating', 'req:executing_tool', 'req:tool_error', 'req:internal_error')).toThrow(
    'cannot go',
  );
});

test('any state that is not the last may end in an internal error', () => {
  expect(walk('req:validating', 'req:internal_error')).toBe('req:internal_error');
  expect(walk('req:internal_error')).toBe('req:internal_error');
});
