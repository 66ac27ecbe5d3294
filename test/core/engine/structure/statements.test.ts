import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';
import { outline } from '../../../../src/engine/structure/outline.ts';
import { statements } from '../../../../src/engine/structure/statements.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

/** Returns the first and last line (1-based) of every statement with several lines. */
function spans(text: string): readonly string[] {
  const lines = splitLines(text);
  const { starts, count } = atOnce(statements(lines, atOnce(outline(lines))));
  return Array.from({ length: count }, (_, r) => [(starts[r] as number) + 1, starts[r + 1] as number])
    .filter(([first = 0, last = 0]) => last > first)
    .map(([first, last]) => `${first}-${last}`);
}

const TS = `import {
  one,
  two,
} from 'three';

const limits = {
  size: 3,
  names: ['(', "["],
};
export function read(
  path: string,
  limit = 3,
): string {
  const text = open(path);
  if (text === '') {
    warn(
      'empty',
      path, // a ( that is none
    );
  }
  return text;
}
`;

const PYTHON = `@cached
@retry(
    times=3,
)
def read(path):
    log("a [ in a text")
    return open(
        path,
    ).read()
`;

const GO = `func Read(
	path string,
	limit int,
) (string, error) {
	if limit == 0 {
		return "", nil
	}
	return call(path,
		limit)
}
`;

const RUST = `pub fn read<'a>(
    path: &'a str,
) -> Result<String, Error> {
    let open = '(';
    Ok(build()
        .with(path)
        .call(
            1,
        ))
}
`;

describe('a statement over several lines is one record, and a block of code is none', () => {
  test.each([
    ['TypeScript', TS, ['1-4', '6-9', '10-13', '16-19']],
    ['Python', PYTHON, ['1-5', '7-9']],
    ['Go', GO, ['1-4', '8-9']],
    ['Rust', RUST, ['1-3', '5-9']],
  ])('%s', (_, text, expected) => {
    expect(spans(text)).toEqual(expected);
  });
});

test('a bracket that nothing closes joins nothing, nor does one that nothing opened', () => {
  const rest = 'const a = 1;\nconst b = call(2);\n'.repeat(20);
  expect(spans(`const pattern = /[(]/;\n${rest}`)).toEqual([]);
  expect(spans(`)\n]\n${rest}`)).toEqual([]);
});

test('a list of very many lines is no statement that is kept whole', () => {
  expect(spans(`const names = [\n${"  'name',\n".repeat(12)}];\n`)).toEqual([]);
});

test('a call whose arguments run over several lines is shown whole or not at all', () => {
  const call = (i: number): string =>
    `export function step${i}(store: Store): void {\n  store.register(\n    'part${i}',\n    ${i === 37 ? 'retryDelay' : 'usual'},\n    { times: ${i} },\n  );\n  store.flush();\n}\n\n`;
  const text = Array.from({ length: 80 }, (_, i) => call(i)).join('');
  for (const more of [{}, { targetRatio: 0.1 }, { maxTokens: 120 }]) {
    const { text: shown } = pruneText({ text, path: 'a.ts', question: 'Who sets the retryDelay?', ...more });
    expect(shown).toContain("  store.register(\n    'part37',\n    retryDelay,\n    { times: 37 },\n  );\n");
  }
});

test('a line of a megabyte of minified code is parted: what grows with its square would take an hour', () => {
  const one = 'function f(e){return e===1?g(e):{a:[1,2],b:"x"}}';
  const text = `${TS}${one.repeat(20_000)}\n${TS}`;
  expect(spans(text).length).toBeGreaterThan(4);
});
