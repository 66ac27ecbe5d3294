import { expect, test } from 'vitest';
import { traceFieldsIn } from '../../../../src/base/tracing/trace-fields.ts';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const fieldsOf = (traceparent: unknown, tracestate?: unknown): object | undefined => {
  const fields: Record<string, unknown> = { traceparent, tracestate };
  return traceFieldsIn((name) => fields[name]);
};

test('a trace is named by both fields, or by its parent alone', () => {
  expect(fieldsOf(PARENT, 'a=1')).toEqual({ traceparent: PARENT, tracestate: 'a=1' });
  expect(fieldsOf(PARENT)).toEqual({ traceparent: PARENT });
  expect(fieldsOf(undefined, 'a=1')).toBeUndefined();
});

test.each([
  ['a line break', `${PARENT}\n`],
  ['capital letters', PARENT.toUpperCase()],
  ['version ff', PARENT.replace(/^00/, 'ff')],
  ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['a parent of zeros', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
  ['more than its fields', `${PARENT}-what`],
  ['no string', 7],
])('a parent with %s is none', (_, parent) => {
  expect(fieldsOf(parent, 'a=1')).toBeUndefined();
});

test.each(['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'tenant@vendor=a b , x/y*z-_=1', 'a=1,', `a=${'x'.repeat(510)}`])(
  'a state passes as it is: %s',
  (state) => {
    expect(fieldsOf(PARENT, state)).toEqual({ traceparent: PARENT, tracestate: state });
  },
);

test.each([
  '',
  'a',
  'A=1',
  'a=1=2',
  'a=é',
  'a=1\r\nx-admin: yes',
  `a=${'x'.repeat(511)}`,
  Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(','),
])('a state that is none is dropped: %j', (state) => {
  expect(fieldsOf(PARENT, state)).toEqual({ traceparent: PARENT });
});

test('a long state that is none takes no time', () => {
  expect(fieldsOf(PARENT, `a=${' '.repeat(100_000)}`)).toEqual({ traceparent: PARENT });
  expect(fieldsOf(PARENT, `a=${'x '.repeat(254)}`)).toEqual({ traceparent: PARENT });
});
