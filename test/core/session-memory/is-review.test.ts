import { expect, test } from 'vitest';
import { asksForReview, showsReview } from '../../../src/session-memory/is-review.ts';

test.each([
  ['Review the changes on this branch', true],
  ['/code-review', true],
  ['Re-review the branch', true],
  ['Please audit how tokens are stored.', true],
  ['explain src/a.ts', true],
  ['Please investigate why the build is slow', true],
  ['I want to understand the scheduler', true],
  ['Analyse the module', true],
  ['Analyze src/a.ts', true],
  ['Find bugs in parser.ts', true],
  ['How does the cache work?', true],
  ['Analysiere den Code', true],
  ['Wie funktioniert der Cache?', true],
  ['Finde die Fehler in parser.ts', true],
  ['Explique-moi le cache', true],
  ['Comment fonctionne le cache ?', true],
  ['¿Cómo funciona la caché?', true],
  ['Encuentra errores en parser.ts', true],
  ['Analise o módulo', true],
  ['Como funciona o cache?', true],
  ['Проанализируй модуль', true],
  ['Как работает кэш?', true],
  ['分析这个模块', true],
  ['缓存是如何工作的？', true],
  ['このモジュールを分析してください', true],
  ['バグを見つけて', true],
  ['Fix the failing test', false],
  ['Add an audit_log table; it should work like the others', false],
  ['Behebe den Fehler in parser.ts', false],
  ['Corrige le bug', false],
  ['Исправь ошибку', false],
  ['修复这个错误', false],
  ['ログを追加して', false],
  ['Mend the preview of the image', false],
  ['Add a reviewer to the list', false],
  [`Add a field.${' more'.repeat(200)} Then review it`, false],
])('a prompt asks for a review: %s', (prompt, is) => {
  expect(asksForReview(prompt)).toBe(is);
});

test.each([
  ['gh pr diff 12', true],
  ['git diff main...HEAD', true],
  ['git diff', false],
  ['git log main..HEAD', false],
])('a command shows what is to be reviewed: %s', (command, is) => {
  expect(showsReview(command)).toBe(is);
});
