import { expect, test } from 'vitest';
import { formatArtifactRef, parseArtifactRef, toArtifactDomain } from '../../../src/artifacts/artifact-ref.ts';

const ID = '0123456789abcdef0123456789abcdef';

test('a reference is read as it was written', () => {
  for (const domain of ['a', 'traces', 'mcp_files-2', 'x'.repeat(32)]) {
    expect(parseArtifactRef(formatArtifactRef({ domain, id: ID }))).toEqual({ domain, id: ID });
  }
});

test.each([
  ['traversal', `ax://../${ID}`],
  ['traversal in the id', `ax://a/../${ID}`],
  ['an encoded slash', `ax://a%2fb/${ID}`],
  ['a deeper path', `ax://a/b/${ID}`],
  ['a query', `ax://a/${ID}?x`],
  ['another scheme', `axe://a/${ID}`],
  ['upper case', `AX://a/${ID}`],
  ['an upper-case id', `ax://a/${ID.toUpperCase()}`],
  ['a Cyrillic а', `ax://\u0430/${ID}`],
  ['full-width digits', `ax://a/${ID.replace('0', '\uff10')}`],
  ['a zero-width space', `ax://a\u200b/${ID}`],
  ['a line feed behind it', `ax://a/${ID}\n`],
  ['room around it', ` ax://a/${ID} `],
  ['NUL', `ax://a\0/${ID}`],
  ['a short id', `ax://a/${ID.slice(1)}`],
  ['a long id', `ax://a/${ID}0`],
  ['a long domain', `ax://${'a'.repeat(33)}/${ID}`],
  ['no domain', `ax:///${ID}`],
  ['a git object', ID],
  ['much text', `ax://a/${'0'.repeat(1e6)}`],
])('%s is no reference', (_, look) => {
  expect(parseArtifactRef(look)).toBeUndefined();
});

test('what could not be read is not written', () => {
  expect(() => formatArtifactRef({ domain: '..', id: ID })).toThrow(expect.objectContaining({ code: 'invalid_ref' }));
  expect(() => formatArtifactRef({ domain: 'a', id: '../b' })).toThrow(
    expect.objectContaining({ code: 'invalid_ref' }),
  );
});

test('every name has a domain', () => {
  expect(['Read', 'mcp_Files_list', '9lives', '../etc', '', 'ünï', 'x'.repeat(50)].map(toArtifactDomain)).toEqual([
    'read',
    'mcp_files_list',
    'lives',
    'etc',
    'artifact',
    'n-',
    'x'.repeat(32),
  ]);
});
