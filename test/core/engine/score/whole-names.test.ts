import { expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';
import { wholeNames } from '../../../../src/engine/score/whole-names.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const settings = [
  ...Array.from({ length: 120 }, (_, i) => `dev.unit${i}.sensor.max-rate = ${(i * 37) % 900}`),
  'fs.aio-max-nr = 65536',
  'fs.file-max = 41',
  'fs.file-max-soft = 9223372036854775807',
  'fs.file-nr = 992',
  'kernel.pid_max = 4194304',
  'kernel.threads-max = 77',
  ...Array.from({ length: 120 }, (_, i) => `vm.zone${i}.watermark_max = ${1000 + i}`),
].join('\n');

test.each([
  ['What is fs.file-max set to?', 'fs.file-max = 41'],
  ['How high is kernel.threads-max?', 'kernel.threads-max = 77'],
])('a whole name goes first, and its parts say nothing of order: %s', (question, line) => {
  const { text, details } = pruneText({ text: settings, question });
  expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('dev.unit24.sensor');
  expect(details.lineScores[settings.split('\n').indexOf(line)]).toBe(1);
});

test('a name stands alone', () => {
  const { rest, lines } = atOnce(wholeNames(splitLines(settings), 'the max of fs.file-max', 'data'));
  expect(rest).toBe('the max of  ');
  expect(lines).toEqual([121]);
});

test('a name may be joined by hyphens alone', () => {
  const text = settings.replaceAll('kernel.', '');
  expect(atOnce(wholeNames(splitLines(text), 'what is threads-max?', 'data'))).toEqual({
    rest: 'what is  ?',
    lines: [125],
  });
});

test('what is not in the text is left in the question', () => {
  const { rest, lines } = atOnce(wholeNames(splitLines(settings), 'the max of net.core', 'data'));
  expect({ rest, lines }).toEqual({ rest: 'the max of net.core', lines: [] });
});

test('the row that a question names is the answer, with rows that have the name too', () => {
  const row = (name: string, about: string): string => `ii  ${name.padEnd(24)}1.${name.length}-2     amd64    ${about}`;
  const packages = Array.from({ length: 120 }, (_, i) => row(`version-tool-${i}`, 'installed tool for a version'));
  packages.splice(60, 0, row('openssl', 'cryptographic utility'), row('libxmlsec1-openssl', 'engine for XML'));
  const { text } = pruneText({ text: packages.join('\n'), question: 'Which version of OpenSSL is installed?' });
  expect(text).toContain('ii  openssl ');
  expect(text).toContain('libxmlsec1-openssl');
  expect(text.match(/version-tool/g)?.length).toBeLessThan(20);
});

test.each(['besides git', 'other than git', 'except git'])('a question about all but a name: %s', (but) => {
  const row = (name: string, about: string): string => `ii  ${name.padEnd(20)}1.2-1     amd64    ${about}`;
  const packages = Array.from({ length: 80 }, (_, i) => row(`libsnap${i}`, 'shared library'));
  packages.splice(40, 0, row('git', 'distributed version control system'), row('subversion', 'version control system'));
  const { text } = pruneText({
    text: packages.join('\n'),
    question: `Which version control systems ${but} are there?`,
  });
  expect(text).toContain('subversion');
});

test('a row counts that has the name at its end', () => {
  const row = (name: string, needs: string): string => `${name.padEnd(12)}  ${'x'.repeat(300)}  ${needs}`;
  const services = Array.from({ length: 60 }, (_, i) => row(`svc${i}`, i % 20 === 7 ? 'gizmo' : 'none'));
  const text = [row('gizmo', 'none'), ...services].join('\n');
  const { text: out } = pruneText({ text, question: 'Which services need gizmo?' });
  for (const name of ['svc7 ', 'svc27 ', 'svc47 ']) expect(out).toContain(name);
});
