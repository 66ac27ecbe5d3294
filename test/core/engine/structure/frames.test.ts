import { expect, test } from 'vitest';
import { FOREIGN, FRAME, foreignFrames } from '../../../../src/engine/structure/frames.ts';
import { outline } from '../../../../src/engine/structure/outline.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

test.each([
  ['Node', '    at Test.run (node:internal/test_runner/test:1047:25)', '    at total (/home/me/shop/cart.js:9:3)'],
  ['a package', '    at run (/home/me/shop/node_modules/x/i.js:1:1)', '    at file:///home/me/shop/cart.js:9:3'],
  [
    'Python',
    '  File "/usr/lib/python3.12/json/decoder.py", line 3, in decode',
    '  File "/home/me/shop/cart.py", line 9, in total',
  ],
  ['pip', '  File "/x/site-packages/flask/app.py", line 3, in run', '  File "cart.py", line 9, in total'],
  ['Java', '\tat java.base/java.util.ArrayList.get(ArrayList.java:427)', '\tat shop.Cart.total(Cart.java:9)'],
  ['JUnit', '\tat org.junit.jupiter.engine.Execute.run(Execute.java:4)', '\tat shop.CartTest.total(CartTest.java:9)'],
  ['Go', '\t/usr/local/go/src/runtime/panic.go:770 +0x132', '\t/home/me/shop/cart.go:9 +0x1d'],
  ['Rust', '   1: core::panicking::panic_fmt', '   4: shop::cart::total'],
  ['Ruby', "\tfrom /x/gems/rack-3.0/lib/rack.rb:4:in 'call'", "\tfrom shop.rb:30:in 'checkout'"],
  [
    '.NET',
    '   at System.Linq.Enumerable.First(IEnumerable`1 source)',
    '   at Shop.Cart.Total() in /home/me/Cart.cs:line 9',
  ],
])('frames of %s stand beside the user’s own', (_, foreign, own) => {
  expect([foreign, own].map((line) => FRAME.test(line) && FOREIGN.test(line))).toEqual([true, false]);
});

const aside = (text: string): number[] => {
  const lines = splitLines(text);
  const marks = atOnce(foreignFrames(lines, atOnce(outline(lines))));
  return [...marks.keys()].filter((i) => marks[i] === 1);
};

test('foreign frames past the first two stand aside, with the code below them', () => {
  const trace = `Error: no total
    at own (/home/me/shop/a.js:1:1)
    at Test.run (node:internal/a:1:1)
    at Test.run (node:internal/a:2:1)
    at other (/home/me/shop/b.js:1:1)
    at Test.run (node:internal/a:3:1)
done`;
  expect(aside(trace)).toEqual([3, 5]);
  const python = `Traceback (most recent call last):
  File "a.py", line 1, in go
    one()
  File "b.py", line 2, in one
    two()
  File "/usr/lib/python3/json.py", line 3, in two
    three()
    ^^^^^^^
ValueError: no`;
  expect(aside(python)).toEqual([5, 6, 7]);
});

test('where all frames are foreign none stands aside', () => {
  expect(aside(`Error: x\n${'    at Test.run (node:internal/a:1:1)\n'.repeat(6)}`)).toEqual([]);
});
