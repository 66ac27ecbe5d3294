import { expect, test } from 'vitest';
import { failureReason } from '../../../../launcher/tools/grep/run-engine.ts';

const ADVICE = '\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle backreferences\nand look-around.\n';
const RULE = '~'.repeat(79);

test.each([
  [
    'a(?=b)',
    `rg: regex parse error:\n    (?:a(?=b))\n        ^^^\nerror: look-around is not supported${ADVICE}`,
    'look-around is not supported at character 2: "(?="',
  ],
  [
    'a(?=b)',
    `regex parse error:\n    a(?=b)\n     ^^^\nerror: look-around is not supported${ADVICE}`,
    'look-around is not supported at character 2: "(?="',
  ],
  [
    String.raw`aé😀\q`,
    `rg: regex parse error:\n    (?:aé😀\\q)\n          ^^\nerror: unrecognized escape sequence`,
    String.raw`unrecognized escape sequence at character 4: "\\q"`,
  ],
  ['(', 'rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n', 'unclosed group'],
  ['a)', 'rg: regex parse error:\n    (?:a))\n         ^\nerror: unopened group\n', 'unopened group'],
  [
    'a\nerror: (',
    `rg: regex parse error:\n${RULE}\n1: (?:a\n   ^\n2: error: ()\n${RULE}\nerror: unclosed group\n`,
    'unclosed group',
  ],
  [
    String.raw`a\nb`,
    'rg: the literal "\\n" is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag\n',
    'the literal "\\n" is not allowed in a regex',
  ],
  ['x{1000}{1000}{100}', 'rg: compiled regex exceeds size limit of 1', 'compiled regex exceeds size limit of 1'],
  ['(', 'grep: Unmatched ( or \\(\n/usr/bin/grep: Unmatched ( or \\(\n', 'Unmatched ( or \\('],
  ['(', 'rg: regex parse error:\n', 'regex parse error:'],
  ['x', '1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\n5'],
  ['x', '', ''],
])('only the reason is told, and its place: %j', (pattern, stderr, reason) => {
  expect(failureReason(stderr, pattern)).toBe(reason);
});
