import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFolderInstructions } from '../../../../launcher/tools/read/folder-instructions.ts';
import { tempDir } from '../../../support/temp-dir.ts';

function project(...files: readonly string[]): string {
  const root = tempDir();
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), 'x\n');
  }
  return root;
}

test('instructions of the folders above a file are told once, those of the root never', async () => {
  const root = project('CLAUDE.md', 'pay/AGENTS.md', 'pay/api/CLAUDE.md', 'pay/api/send.ts', 'pay/log.ts');
  const { of } = createFolderInstructions(root);
  expect(await of('pay/api/send.ts')).toEqual(['pay/api/CLAUDE.md', 'pay/AGENTS.md']);
  expect(await of('pay/api/send.ts')).toEqual([]);
  expect(await of('pay/log.ts')).toEqual([]);
  expect(await of('main.ts')).toEqual([]);
});

test('instructions that were read need not be told', async () => {
  const { of } = createFolderInstructions(project('pay/CLAUDE.md', 'pay/send.ts'));
  expect(await of('pay/CLAUDE.md')).toEqual([]);
  expect(await of('pay/send.ts')).toEqual([]);
});

test('a file outside has none', async () => {
  const root = project('in/a.ts', 'out/CLAUDE.md', 'out/b.ts');
  const { of } = createFolderInstructions(path.join(root, 'in'));
  expect(await of('../out/b.ts')).toEqual([]);
});

test('a link to instructions is told by the file that it leads to, once, and not if that is outside', async () => {
  const root = project('CLAUDE.md', 'pay/AGENTS.md', 'pay/api/send.ts', 'ship/log.ts');
  symlinkSync('AGENTS.md', path.join(root, 'pay/CLAUDE.md'));
  symlinkSync('../../CLAUDE.md', path.join(root, 'pay/api/CLAUDE.md'));
  symlinkSync(path.join(project('CLAUDE.md'), 'CLAUDE.md'), path.join(root, 'ship/CLAUDE.md'));
  mkdirSync(path.join(root, 'ship/AGENTS.md'));
  symlinkSync('pay/api', path.join(root, 'linked'));
  const { of } = createFolderInstructions(root);
  expect(await of('linked/send.ts')).toEqual(['pay/AGENTS.md']);
  expect(await of('pay/api/send.ts')).toEqual([]);
  expect(await of('ship/log.ts')).toEqual([]);
});
