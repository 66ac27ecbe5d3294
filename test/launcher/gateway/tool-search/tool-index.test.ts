import { expect, test } from 'vitest';
import { createToolIndex } from '../../../../launcher/gateway/tool-search/tool-index.ts';

const index = (...names: readonly string[]) => {
  const tools = names.map((one) => {
    const [server = '', name = ''] = one.split('.');
    return { server, name, arguments: [] };
  });
  const { search } = createToolIndex(tools);
  return (request: string): string | undefined => names[search(request)[0] ?? -1];
};

test('verbs that say what a tool does are not left out as if they said nothing', () => {
  const search = index('a.create_issue', 'a.delete_issue', 'a.list_issues', 'a.get_issue');
  expect(search('show all issues')).toBe('a.list_issues');
  expect(search('get issue 12')).toBe('a.get_issue');
  expect(search('file an issue')).toBe('a.create_issue');
});

test('a server that is named wins over another with the same tool, and GitHub is not taken for git', () => {
  const search = index('git.create_branch', 'github.create_branch', 'gitlab.create_branch');
  expect(search('create a branch on GitHub')).toBe('github.create_branch');
  expect(search('create a branch with git')).toBe('git.create_branch');
});

test('names are read in every spelling', () => {
  expect(index('a.sendMessage', 'a.other')('send message')).toBe('a.sendMessage');
  expect(index('a.API-post-page', 'a.other')('page')).toBe('a.API-post-page');
});

test('nothing is found by words that no tool has, nor among no tools', () => {
  expect(index('a.create_issue')('the of and')).toBeUndefined();
  expect(index()('anything')).toBeUndefined();
});

test('a description of a megabyte and a thousand arguments are read in part', () => {
  const text = 'word '.repeat(200_000);
  const many = Array.from({ length: 1000 }, (_, i) => ({ name: `argument_${i}`, description: text }));
  const tools = [{ server: 's', name: 'big', description: text, arguments: many }];
  expect(createToolIndex(tools).search('word')).toEqual([0]);
});
