import { expect, it, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Returns one of a thousand words. */
const word = (at: number): string =>
  [...String(1000 + (at % 997))].map((digit) => 'abcdefghij'[Number(digit)]).join('');

it('shows functions of a long file that all answer about as well', () => {
  const text = many(1500, (at) => `export function rope_${at}(a: Rope) {\n  return rope(a) + ${at};\n}\n`).join('\n');
  const { details } = pruneText({ text, question: 'How does a rope work?', path: 'rope.ts' });
  expect(details.keptLines.length).toBeGreaterThan(50);
});

it('says which matching lines of a long log are missing', () => {
  const text = many(
    20_000,
    (at) => `2031-03-02T09:00:00Z INFO mooring ${many(6, (part) => `${word(at * 7 + part * 13)}`).join(' ')}`,
  ).join('\n');
  const { details } = pruneText({ text, question: 'What happened to the mooring?' });
  expect(details.notice).toMatch(/matches shown; lines|stands for/);
});

it('spends the room of a long log on what is no repeat', () => {
  const alike = many(
    3000,
    (at) => `2031-03-02T09:00:00Z ERROR winch gateway refused rope of order ${at} for user u${at}`,
  );
  const others = many(
    3000,
    (at) =>
      `2031-03-02T09:00:01Z INFO winch gateway ${['tide', 'pier', 'mast', 'sail'][at % 4]} ${many(5, (part) => `${word(at * 11 + part * 17)}`).join(' ')}`,
  );
  const { text } = pruneText({
    text: [...alike, ...others].join('\n'),
    question: 'What did the winch gateway do?',
  });
  expect(text.length).toBeGreaterThan(5000);
  expect(text.length).toBeLessThan(80_000);
});

test.each(['When did the replica reconnect to the leader?', 'How long did the replica take to reconnect?'])(
  'shows each of a few alike events: %s',
  (question) => {
    const log = many(
      600,
      (at) => `2031-03-02T09:${String(at % 60).padStart(2, '0')}:00Z INFO item ${at} is fine`,
    ).slice();
    const places = many(9, (at) => 40 + at * 60);
    const text = log
      .map((line, at) =>
        places.includes(at)
          ? `2031-03-02T10:00:${String(at % 60).padStart(2, '0')}Z INFO replica reconnected to the leader after ${at} s`
          : line,
      )
      .join('\n');
    const { details } = pruneText({ text, question });
    expect(places.filter((at) => !details.keptLines.includes(at + 1))).toEqual([]);
  },
);

test.each([
  'java.io.IOException: Connection reset by peer',
  'OSError: [Errno 28] No space left on device',
  'event=payment.failed order=4711',
  'job.failed: deploy',
  'status: failed/retry',
])('keeps a failure in any spelling: %s', (failure) => {
  const text = many(400, (at) =>
    at === 211 ? failure : `step ${at}: hoists the ${['sail', 'lamp', 'flag'][at % 3]} ${at}`,
  ).join('\n');
  expect(pruneText({ text, question: 'Which flags are there?', failed: true }).text).toContain(failure);
});

it('keeps the row that a question names beside a sign that another row has', () => {
  const rows = many(120, (at) => `tcp  LISTEN  10.4.0.${at}:${4000 + at}  svc${at}`).with(
    70,
    'tcp  LISTEN  8.8.4.4:53  dnsd',
  );
  const text = ['Proto  State  Local  Program', ...rows].join('\n');
  expect(pruneText({ text, question: 'Which external port does svc33 use?' }).text).toContain('svc33');
});
