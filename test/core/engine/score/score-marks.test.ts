import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const ask = (text: string, question: string): string => pruneText({ text, question, markers: 'ranges' }).text;
const list = (n: number, line: (i: number) => string): string =>
  `${Array.from({ length: n }, (_, i) => line(i)).join('\n')}\n`;
const WORDS = ['cart', 'order', 'invoice', 'stock', 'mail', 'price', 'carrier', 'refund', 'login', 'audit', 'export'];
const word = (i: number): string => `${WORDS[i % WORDS.length]}-${WORDS[(i * 7) % WORDS.length]}${i}`;
const linesWith = (text: string, part: RegExp): string[] => text.split('\n').filter((line) => part.test(line));

/** Checks that the answer has every line with the mark, and leaves most others out. */
function expectMarked(text: string, question: string, mark: RegExp): void {
  const marked = linesWith(text, mark);
  const out = ask(text, question);
  expect(marked.length).toBeGreaterThan(0);
  expect(linesWith(out, mark)).toEqual(marked);
  expect(out.length).toBeLessThan(text.length * 0.6);
}

describe('a letter of git for what became of a file', () => {
  const letters = ['M', 'M', 'M', 'D', 'M', 'M', 'A', 'M', 'M', 'M', 'R087'];
  const text = list(150, (i) => `${letters[i % letters.length]}\tsrc/${word(i)}.ts`);
  test.each([
    ['Which files were deleted?', /^D\t/],
    ['What was removed?', /^D\t/],
    ['Which files are new?', /^A\t/],
    ['Which files were added?', /^A\t/],
    ['What has been renamed?', /^R087\t/],
  ])('%s', (question, mark) => expectMarked(text, question, mark));

  test('what is not tracked has two question marks', () => {
    const short = list(150, (i) => `${i % 30 === 4 ? '??' : ' M'} src/${word(i)}.ts`);
    expectMarked(short, 'Which files are not tracked?', /^\?\? /);
  });

  test('a heading that stands for the word brings all that is below it', () => {
    const long = `On branch main
Changes not staged for commit:
${list(90, (i) => `\tmodified:   src/${word(i)}.ts`)}
Untracked files:
${list(6, (i) => `\tnotes/page${i}.md`)}`;
    const out = ask(long, 'Which files does git not know yet, those that are new?');
    for (let i = 0; i < 6; i++) expect(out).toContain(`notes/page${i}.md`);
    expect(out.length).toBeLessThan(long.length / 2);
  });
});

describe('the mode and the size in a long listing', () => {
  const row = (i: number, mode = '-rw-r--r--', size = 100 + i): string =>
    `${mode} 1 ann staff ${String(size).padStart(6)} 2026-01-${10 + (i % 18)} 10:12 ${word(i)}.txt`;
  const special: Readonly<Record<number, string>> = {
    40: row(40, '-rw-------'),
    71: row(71, '-rwxr-xr-x'),
    83: row(83, '-rw-r--r--', 0),
    99: row(99, 'drwxr-xr-x'),
    110: row(110, '-rw-rw-rw-'),
  };
  const text = `total 900\n${list(150, (i) => special[i] ?? row(i))}`;
  test.each([
    ['Which file may be read only by its owner?', /^-rw-------/],
    ['Which one can be executed?', /^-rwx/],
    ['Is any file empty?', / {5}0 2026/],
    ['Which folders are there?', /^d/],
    ['Which file may everybody write to?', /^-rw-rw-rw-/],
  ])('%s', (question, mark) => expectMarked(text, question, mark));
});

test('a zombie is a process in state Z', () => {
  const text = `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
${list(120, (i) => `ann   ${String(900 + i).padStart(9)}  0.1  0.2 ${20_000 + i} ${3000 + i} ?        ${i === 61 ? 'Z ' : 'Ss'}   09:12   0:00 ${word(i)}`)}`;
  expectMarked(text, 'Are there zombies?', /\?\s+Z /);
});

test.each([
  ['\u2193', 'Which tests were skipped?'],
  ['\u2193', 'Which tests did not run?'],
])('the sign %s: %s', (sign, question) => {
  const text = ` RUN  v3.2.1 /home/me/shop\n\n${list(150, (i) => ` ${i % 40 === 9 ? sign : '✓'} test/${word(i)}.test.ts > ${word(i + 3)} > sums`)}\n Test Files  150 passed (150)\n`;
  expectMarked(text, question, /^ \u2193/);
});

describe('a status code of HTTP', () => {
  const codes: Readonly<Record<number, number>> = { 70: 502, 71: 503, 95: 404, 120: 429, 133: 301 };
  const log = list(
    160,
    (i) =>
      `10.0.0.${i % 9} - - [03/Feb/2026:09:${String(i % 60).padStart(2, '0')}:11 +0000] "GET /${word(i)} HTTP/1.1" ${codes[i] ?? 200} ${600 + i} "-" "shop/2"`,
  );
  const events = list(160, (i) => JSON.stringify({ msg: 'answered', path: `/${word(i)}`, status: codes[i] ?? 200 }));
  test.each([
    ['Which requests ended in a server error?', /(?:" |:)50[23]\b/],
    ['What was not found?', /(?:" |:)404\b/],
    ['Who was rate limited?', /(?:" |:)429\b/],
    ['Was anything redirected?', /(?:" |:)301\b/],
  ])('%s', (question, mark) => {
    expectMarked(log, question, mark);
    expectMarked(events, question, mark);
  });
});

test('a mark that most lines carry, and one that no line carries, changes nothing', () => {
  const text = list(150, (i) => `M\tsrc/${word(i)}.ts`);
  expect(ask(text, 'Which cart files changed?').length).toBeLessThan(text.length);
  expect(ask(text, 'Which files were deleted?')).toContain('no line matches');
});

describe('states of containers, branches, mounts, firewalls and comparisons', () => {
  const pods = `NAME                    READY   STATUS             RESTARTS   AGE\n${list(90, (i) => `${word(i).padEnd(23)} ${i === 22 ? '0/1     CrashLoopBackOff   87' : '1/1     Running            0 '}         ${i + 1}d`)}`;
  const branches = list(60, (i) => `${i === 12 ? '*' : ' '} ${word(i)}`);
  const mounts = list(
    60,
    (i) => `/dev/sd${i} on /mnt/${word(i)} type ${i === 9 ? 'nfs4' : 'ext4'} (${i === 20 ? 'ro' : 'rw'},relatime)`,
  );
  const rules = list(
    80,
    (i) => `${i === 33 ? 'DROP  ' : 'ACCEPT'}     tcp  --  10.0.0.${i}      0.0.0.0/0     dpt:${3000 + i}`,
  );
  const compared = list(80, (i) =>
    i === 9 ? `Only in old: ${word(i)}` : `Files old/${word(i)} and new/${word(i)} differ`,
  );
  test.each([
    ['Which pods are not ready?', pods, /CrashLoop/],
    ['Which branch am I on?', branches, /^\* /],
    ['Which mounts are read-only?', mounts, /\(ro,/],
    ['What comes over the network?', mounts, /nfs4/],
    ['What is blocked?', rules, /^DROP/],
    ['Which files were removed?', compared, /^Only in/],
  ])('%s', (question, text, mark) => expectMarked(text, question, mark));
});

test('a name with a dot, an account that is off, a login that was accepted', () => {
  expectMarked(
    list(150, (i) => `./src/${word(i)}/${i === 40 ? '.npmrc' : 'index.ts'}`),
    'Which files are hidden?',
    /npmrc/,
  );
  const users = list(150, (i) =>
    JSON.stringify({ name: word(i), enabled: i !== 33, mail: `${word(i + 1)}@shop.test` }),
  );
  expectMarked(users, 'Which users are disabled?', /"enabled":false/);
  const said = (i: number): string =>
    i === 90 ? 'sshd[7]: Accepted publickey for ann' : `shop[9]: answered ${word(i)}`;
  const log = list(200, (i) => `Feb 03 09:10:${String(i % 60).padStart(2, '0')} host ${said(i)}`);
  expectMarked(log, 'Who logged in?', /Accepted publickey/);
});

test('where a question selects every line, the answer says so and shows a few', () => {
  const row = (i: number): string =>
    `100755 ${(0x9e3779b1 * (i + 7)).toString(16).slice(0, 7).repeat(6).slice(2)} 0\tbin/run${i}`;
  const text = `${Array.from({ length: 200 }, (_, i) => row(i)).join('\n')}\n`;
  const out = pruneText({ text, question: 'which files are executable?', markers: 'ranges' }).text;
  expect(out).toMatch(/\n\(16 of \d+ matches shown; every line matches\)\n$/);
  expect(out).not.toContain('outline');
  for (const more of ['run7', 'the gpu build']) {
    const some = pruneText({ text, question: `which files of ${more} are executable?`, markers: 'ranges' }).text;
    expect(some).not.toContain('every line');
  }
});

test('a mark of most lines is no match of none', () => {
  const text = list(
    200,
    (i) => `${i % 4 === 0 ? '100644' : '100755'} ${'4be2c1'.repeat(7).slice(2)} 0\tbin/${word(i)}`,
  );
  const out = ask(text, 'which files are executable?');
  expect(out).not.toContain('no line matches');
  for (const line of linesWith(text, /^100755/)) expect(out).toContain(line);
});

test.each([
  [
    'Is there anything weak about the certificates?',
    'sha1WithRSAEncryption',
    (i: number) => `Signature Algorithm ${i}: sha256`,
  ],
  [
    'Which disk should be replaced?',
    '  5 Reallocated_Sector_Ct 0x0033 Pre-fail - 296',
    (i: number) => `${i} Spin_Up_Time - 0`,
  ],
  ['Is a port open to everybody?', '"cidrIp": "0.0.0.0/0"', (i: number) => `"cidrIp": "10.0.${i}.0/24"`],
  ['Which pods are not ready?', 'cart-9 9/10 Running', (i: number) => `shop-${i} 10/10 Running`],
  ['Which pods are not ready now?', 'cart-8 0/10 Running', (i: number) => `shop-${i} 2/2 Running`],
  ['Which pods are not ready?', 'cart-7 1/2 Running', (i: number) => `shop-${i} 2/2 Running`],
])('%s', (question, line, other) => {
  const lines = Array.from({ length: 80 }, (_, i) => other(i));
  lines.splice(40, 0, line);
  expect(pruneText({ text: `NAME READY STATUS\n${lines.join('\n')}\n`, question }).text).toContain(line);
});
