import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPackage } from '../../../../launcher/runner/agents/find-package.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test.runIf(process.platform !== 'win32')('a package that was installed for all is found by the PATH', () => {
  const prefix = tempDir();
  const folder = path.join(prefix, 'lib/node_modules/an-agent');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'an-agent', exports: './entry.mjs' }));
  writeFileSync(path.join(folder, 'entry.mjs'), '');
  const search = ['relative/bin', '', path.join(prefix, 'bin')].join(path.delimiter);
  expect(findPackage('an-agent', search)).toBe(path.join(folder, 'entry.mjs'));
  expect(findPackage('an-agent', '/nowhere')).toBeUndefined();
  expect(findPackage('an-agent', undefined)).toBeUndefined();
});
