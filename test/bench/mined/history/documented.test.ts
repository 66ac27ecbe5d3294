import { expect, test } from 'vitest';
import { commitQuestion } from './commit-question.ts';
import { findDocumented } from './documented.ts';

const BODY = ['  const a = 1;', '  if (a) {', '    work(a);', '  }'].join('\n');
const SAYS = 'Tells how many of the things are left to do here.';

const texts: readonly (readonly [string, string, string])[] = [
  [
    'a.ts',
    `x\n/**\n * ${SAYS} And more.\n * @param a What\n */\nexport function left(a: number): number {\n${BODY}\n}\ny`,
    'export function left(a: number): number {',
  ],
  [
    'a.ts',
    `x\n/** ${SAYS} */\nexport const left = async (a) => {\n${BODY}\n};\ny`,
    'export const left = async (a) => {',
  ],
  [
    'a.ts',
    `class A {\n  /** ${SAYS} */\n  @logged\n  private async left(a: Map<string, number>): Promise<void> {\n${BODY}\n  }\n}`,
    '  @logged',
  ],
  [
    'a.go',
    `x\n// ${SAYS}\n// And more.\nfunc (s *Server) left(a int) error {\n${BODY}\n}\ny`,
    'func (s *Server) left(a int) error {',
  ],
  ['a.rs', `x\n/// ${SAYS}\n#[inline]\npub(crate) fn left<T>(a: T) -> u32 {\n${BODY}\n}\ny`, '#[inline]'],
  [
    'A.java',
    `class A {\n  /** ${SAYS} */\n  public static int left(int a) {\n${BODY}\n  }\n}`,
    '  public static int left(int a) {',
  ],
  ['a.c', `x\n/* ${SAYS} */\nstatic int left(int a)\n{\n${BODY}\n}\ny`, 'static int left(int a)'],
];
test.each(texts)('%s: a comment describes the function behind it: %s', (path, text, first) => {
  const [found, ...more] = findDocumented(path, text);
  expect(more).toEqual([]);
  expect(found?.question).toBe(SAYS);
  const lines = found?.without.split('\n') ?? [];
  const [from = 0, to = 0] = found?.lines ?? [];
  // An attribute may be between comment and function, and does not belong to the function's lines.
  expect(lines.slice(from - 1 - (/^\s*[@#]/.test(first) ? 1 : 0))[0]).toBe(first);
  expect(lines.slice(from - 1, to)).toEqual(
    text
      .split('\n')
      .filter((line) => lines.slice(from - 1, to).includes(line))
      .slice(-(to - from + 1)),
  );
  expect(lines[to - 1]).toMatch(/^\s*\};?$/);
  expect(found?.without).not.toContain(SAYS);
});

test('a Python function is described by the string it begins with', () => {
  const text = `import x\n\nclass A:\n    async def left(\n        self, a,\n    ) -> int:\n        """${SAYS}\n\n        Args:\n            a: What\n        """\n        if a:\n\n            return 1\n        return 2\n\n    def other(self):\n        pass\n`;
  const [found] = findDocumented('a.py', text);
  expect(found?.question).toBe(SAYS);
  const [from = 0, to = 0] = found?.lines ?? [];
  expect(found?.without.split('\n').slice(from - 1, to)).toEqual([
    ...['    async def left(', '        self, a,', '    ) -> int:'],
    ...['        if a:', '', '            return 1', '        return 2'],
  ]);
});

test.each([
  ['a comment that says little', 'x\n/** Counts it. */\nfunction count() {\n  a();\n  b();\n  c();\n}'],
  ['a comment of no function', `x\n/** ${SAYS} */\nconst table = {\n  a: 1,\n  b: 2,\n  c: 3,\n};`],
  ['a function of one line', `/** ${SAYS} */\nfunction left() {}\n`],
  ['a comment at the end', `x\n/* ${SAYS}`],
  ['a declaration', `/** ${SAYS} */\nint left(int a);\n\n\n\n`],
])('%s is no case', (_, text) => {
  expect(findDocumented('a.ts', text)).toEqual([]);
});

test('a hostile line is read once', () => {
  const lines = `/** ${SAYS} */\n${'const '.repeat(3000)}${'<'.repeat(3000)}\n${'a('.repeat(9000)}`;
  expect(findDocumented('a.ts', lines)).toEqual([]);
  const found = findDocumented(
    'a.ts',
    `/**\n${`${'{@a '.repeat(400)}${'*'.repeat(400)}\n`.repeat(200)}*/\nfunction left() {\n\n\n\n}`,
  );
  expect(found.length).toBeLessThan(2);
  expect(commitQuestion(`Open ${' '.repeat(1_000_000)}the socket once again`)).toBeUndefined();
});
