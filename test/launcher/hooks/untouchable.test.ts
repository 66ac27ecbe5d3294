import { expect, test } from 'vitest';
import { createGlobs } from '../../../launcher/hooks/glob.ts';
import { isUntouchable } from '../../../launcher/hooks/untouchable.ts';

test.each([
  '/home/ann/shop/CLAUDE.md',
  '/home/ann/shop/CLAUDE.local.md',
  '/home/ann/shop/packages/api/AGENTS.md',
  'C:\\shop\\GEMINI.md',
  '/home/ann/.claude/skills/review/SKILL.md',
  '/home/ann/.claude/skills/review/checklist.md',
  '/home/ann/shop/.claude/commands/ship.md',
  '/home/ann/shop/.cursor/rules/style.mdc',
  '/home/ann/shop/.cursorrules',
  '/home/ann/shop/.github/copilot-instructions.md',
  '/home/ann/shop/.github/instructions/tests.instructions.md',
  '/home/ann/shop/.github/prompts/release.prompt.md',
  '/home/ann/shop/.agents/plan.md',
  '/home/ann/shop/.clinerules/tests.md',
  '/home/ann/shop/.kiro/steering/product.md',
  '/home/ann/shop/.windsurf/rules/style.md',
  '/home/ann/shop/analysis.ipynb',
])('instructions and notebooks are given whole: %s', (file) => {
  expect(isUntouchable(file)).toBe(true);
});

test.each([
  '/home/ann/shop/README.md',
  '/home/ann/shop/src/claude.ts',
  '/home/ann/shop/src/skills/list.ts',
  '/x/agents.py',
])('other files are not: %s', (file) => {
  expect(isUntouchable(file)).toBe(false);
});

test('a glob of a name, of a path in the root, and of an absolute one', () => {
  const isIgnored = createGlobs(
    ['*.lock', 'fixtures/**', '/var/log/*.log', 'src/**/gen?.ts', 'a+b(c).ts'],
    '/home/ann',
  );
  for (const file of ['/x/Cargo.lock', '/home/ann/fixtures/a/b.json', 'fixtures/a', '/var/log/app.log']) {
    expect(isIgnored(file), file).toBe(true);
  }
  expect(isIgnored('/home/ann/src/gen1.ts')).toBe(true);
  expect(isIgnored('/home/ann/src/deep/er/gen1.ts')).toBe(true);
  expect(isIgnored('a+b(c).ts')).toBe(true);
  for (const file of ['/home/bob/fixtures/a', '/var/log/a/app.log', '/home/ann/src/gen12.ts', '/x/lock', 'aab(c).ts']) {
    expect(isIgnored(file), file).toBe(false);
  }
  expect(createGlobs([], '/home/ann')('a')).toBe(false);
});
