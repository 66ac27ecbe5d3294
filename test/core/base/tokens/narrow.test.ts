import { expect, test } from 'vitest';
import { narrow } from '../../../../src/base/tokens/o200k.ts';

test.each(['', 'plain', 'tab\tnul\u0000', '\ufeffmark', 'caf\u00e9', '\u2026', '\ud83d\ude00', '\ud800', '\udc00x'])(
  'is the same text: %j',
  (text) => {
    expect(narrow(text)).toBe(text);
  },
);
