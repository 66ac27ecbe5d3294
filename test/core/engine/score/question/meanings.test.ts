import { describe, expect, it, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { phrases } from '../../../../../src/engine/score/question/phrases.ts';
import { readQuestion } from '../../../../../src/engine/score/question/question.ts';

describe('a verb with a particle', () => {
  const meanings = (question: string): readonly string[] =>
    [...phrases(question.split(' '))].map(([meaning]) => meaning);

  it('stands for what programs print, also with words between', () => {
    expect(meanings('was anything taken off the machine')).toContain('remov');
    expect(meanings('did it throw the oldest keys out')).toContain('evict');
    expect(meanings('did the firewall let anything in')).toContain('allow');
  });

  it('stands for nothing if the particle is far away, or another', () => {
    expect(meanings('throw an error when the last of the keys is out')).toEqual([]);
    expect(meanings('was anything taken from the machine')).toEqual([]);
  });
});

test.each([
  ['Welche Felder sind veraltet?', 'deprecated'],
  ['Pourquoi la connexion a-t-elle été refusée ?', 'denied'],
  ['¿Qué archivos se borran?', 'deleted'],
  ['Что удаляет записи?', 'removed'],
  ['哪些字段已经过时?', 'deprecated'],
  ['どのファイルが削除されますか', 'deleted'],
  ['エラーはどこですか', 'error'],
  ['什么时候缺少软件包', 'missing'],
  ['Wann ist das Datum?', 'date'],
  ['Welche Autoren gibt es hier nicht?', 'author'],
  ['¿Cuál es la clase?', 'type'],
  ['Quel est le nombre de requêtes ?', 'requests'],
])('%s finds %s', (question, word) => {
  expect(readQuestion(question).match(word)).toBeDefined();
});

test.each([
  // `file` is a queue in French, `red` a network in Spanish.
  ['list file sizes', 'queue'],
  ['show red lights', 'network'],
  ['why did the process die', 'this'],
])('"%s" is not read as another language', (question, word) => {
  expect(readQuestion(question).match(word)).toBeUndefined();
});

test('a question in German finds the line of an English log', () => {
  const log = Array.from({ length: 200 }, (_, i) => `2026-01-01T00:00:00Z agent: heartbeat ${i} of the worker is fine`);
  log.splice(77, 0, '2026-01-01T00:00:00Z agent: certificate expired 3 days ago');
  expect(pruneText({ text: log.join('\n'), question: 'Welches Zertifikat ist abgelaufen?' }).text).toContain(
    'expired 3',
  );
});
