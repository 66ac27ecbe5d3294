import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readWhole } from '../../../launcher/hooks/answer-hook.ts';
import { tempDir } from '../../support/temp-dir.ts';

test.each(['beginning', 'end'] as const)(
  'no file is taken for an output that shows nothing of its %s',
  async (part) => {
    const wholeIn = path.join(tempDir(), 'passwords.txt');
    writeFileSync(wholeIn, 'root\nsecret\n');
    const read = (text: string): Promise<string | undefined> => {
      return readWhole({ text, wholeIn, part, withText: () => undefined }, 1000);
    };
    expect(await read(' \n')).toBeUndefined();
    expect(await read(part === 'end' ? 'secret' : 'root')).toBe('root\nsecret\n');
  },
);
