import { expect, test } from 'vitest';
import { createGlobs } from '../../../src/unasked/glob.ts';
import { instructsAgent, isToFollow, isUntouchable } from '../../../src/unasked/untouchable.ts';

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
  '/home/ann/jarvis/AGENT.md',
  '/home/ann/jarvis/MEMORY.md',
  '/home/ann/shop/CONVENTIONS.md',
  '/home/ann/shop/PROMPT.md',
  '/home/ann/shop/prompts/system-prompt.txt',
  '/home/ann/shop/docs/coding_rules.md',
  '/home/ann/shop/.rules',
  'SOUL.md',
  '/home/ann/shop/rules/testing.md',
  '/home/ann/shop/prompts/review.md',
  '/home/ann/shop/.github/instructions/tests.md',
  '/home/ann/shop/agents/reviewer.md',
  '/home/ann/shop/commands/deploy.md',
  '/home/ann/shop/memory-bank/activeContext.md',
  '/home/ann/shop/.trae/project.md',
  '/home/ann/shop/.augment/a.md',
  '/home/ann/shop/.aiassistant/a.md',
  '/home/ann/.claw/TOOLS.md',
  '/home/ann/.claw/USER.md',
  'HEARTBEAT.md',
  'BOOTSTRAP.md',
  'SYSTEM.md',
  'CODING_STANDARDS.md',
  'style guide.md',
  'style_guide.md',
  'RULES',
  '/home/ann/shop/CONVENTIONS',
])('instructions and notebooks are given whole: %s', (file) => {
  expect(isUntouchable(file)).toBe(true);
});

test.each([
  '/home/ann/shop/README.md',
  '/home/ann/shop/src/claude.ts',
  '/home/ann/shop/src/skills/list.ts',
  '/x/agents.py',
  '/x/memory.log',
  '/x/rules.ts',
  '/x/prompt.tsx',
  '/x/src/tools/list.ts',
  'rules',
  '/x/toolbox.md',
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

test.each([
  ['# Jarvis\n\n## Prime Directive\n\nNever send mail unasked.\n', 'notes/jarvis.md', true],
  ['You are a careful release engineer.\n', 'team/release.txt', true],
  ['---\nname: ship\ndescription: ships\n---\nDo it.\n', 'x', true],
  ['# Shop\n\nYou can install it with npm.\n', 'README.md', false],
  ['You are a careful release engineer.\n', 'src/texts.ts', false],
])('a text that addresses an agent instructs it: %j in %s', (text, file, is) => {
  expect(instructsAgent(text, [file])).toBe(is);
});

test.each([
  ['docs/releasing.md', 'I will follow docs/releasing.md step by step.', true],
  ['docs/releasing.md', 'Let me read our guidelines first.', true],
  ['docs/releasing.md', 'Ich lese zuerst die Regeln.', true],
  ['docs/releasing.md', 'Ich werde docs/releasing.md folgen.', true],
  ['docs/releasing.md', 'Je vais suivre docs/releasing.md.', true],
  ['docs/releasing.md', 'Буду следовать docs/releasing.md.', true],
  ['docs/releasing.md', 'docs/releasing.md を守ります。', true],
  ['docs/releasing.md', 'Let me read it and do what it says.', true],
  ['docs/releasing.md', 'I work as docs/releasing.md describes.', true],
  ['docs/releasing.md', 'I will apply docs/releasing.md.', true],
  ['docs/releasing.md', 'I act in accordance with docs/releasing.md.', true],
  ['docs/releasing.md', 'I need to stick with docs/releasing.md.', true],
  ['docs/releasing.md', 'Let me see how releases are made.', false],
  ['src/rules.ts', 'I follow the call into the rules.', false],
])('the agent says that it will follow %s: %s', (file, words, is) => {
  expect(isToFollow(file, words)).toBe(is);
});
