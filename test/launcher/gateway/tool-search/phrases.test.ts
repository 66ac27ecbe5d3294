import { expect, test } from 'vitest';
import { createToolIndex } from '../../../../launcher/gateway/tool-search/tool-index.ts';

const index = (...names: readonly string[]) => {
  const tools = names.map((one) => {
    const [server = '', name = ''] = one.split('.');
    return { server, name, arguments: [] };
  });
  const { search } = createToolIndex(tools);
  return (request: string): readonly (string | undefined)[] => search(request).map((i) => names[i]);
};

test('a word that people say finds the tool that has another for it, and shows the intent', () => {
  expect(index('bakery.create_cake', 'bakery.delete_cake')('ditch the cake')[0]).toBe('bakery.delete_cake');
});

test('the words of a phrase may stand apart, but not far', () => {
  const search = index('bakery.delete');
  expect(search('throw the three old cakes away')).toEqual(['bakery.delete']);
  expect(search('throw one two three four five away')).toEqual([]);
  expect(search('throw it')).toEqual([]);
});

test('a word within a phrase still stands for itself and for what is like it', () => {
  expect(index('bakery.commit', 'bakery.check')('check in the cake')).toEqual(['bakery.check', 'bakery.commit']);
  expect(index('bakery.validate')('check in the cake')).toEqual(['bakery.validate']);
});

test('the words of a request show the intent before what they mean', () => {
  const search = index('bakery.add_cake_note', 'bakery.list_cake_notes');
  expect(search('list what we should jot down on cakes')[0]).toBe('bakery.list_cake_notes');
});

test('a request names a server by its own words only', () => {
  const search = index('mail.sort_orders', 'bakery.sort_emails');
  expect(search('sort my mail')[0]).toBe('mail.sort_orders');
  expect(search('sort my inbox')[0]).toBe('bakery.sort_emails');
});
