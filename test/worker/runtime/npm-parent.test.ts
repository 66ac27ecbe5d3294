import { expect, test } from 'vitest';
import { npmAbove, npmParentGone } from '../../../worker/runtime/npm-parent.ts';

const LISTED = `
    1     0 /sbin/init
   10     1 -bash
   20    10 npm exec deno task serve
   30    20 sh -c 'deno' task serve
   40    30 /usr/bin/node /srv/node_modules/.bin/../deno/bin.cjs task serve
   50    40 /srv/node_modules/deno/deno task serve
   60     1 /usr/bin/node /usr/lib/node_modules/npm/bin/npx-cli.js deno run worker/deno.ts
   70    60 deno run worker/deno.ts
   80    10 deno run worker/deno.ts --npm
`;

test.each([
  [50, 20],
  [70, 60],
  [80, undefined],
  [10, undefined],
  [99, undefined],
])('what started process %i is %s', (pid, npm) => {
  expect(npmAbove(pid, LISTED)).toBe(npm);
});

test('ancestors in a circle are gone through once', () => {
  expect(npmAbove(1, '1 2 a\n2 1 b\n')).toBeUndefined();
});

test('SIGTERM to npx left the worker running: it ends once npx is gone, and not where nobody can tell', async () => {
  const answers = [LISTED, '20', undefined, '20\n', '\n'];
  let looks = 0;
  const asked: string[] = [];
  await npmParentGone({
    pid: 50,
    pause: async () => void looks++,
    ps: async (...args) => {
      asked.push(args.join(' '));
      return answers.shift();
    },
  });
  expect([looks, asked.at(-1)]).toEqual([4, '-o pid= -p 20']);
});
