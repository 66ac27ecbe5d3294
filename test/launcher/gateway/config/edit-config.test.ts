import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonOf, parseText } from '../../../../launcher/gateway/config/parse-text.ts';
import { type ConfigEdit, editConfig } from '../../../../launcher/gateway/config/save-edit.ts';

const NEW = { command: 'new', args: ['-y'] };

function edited(text: string | undefined, edit: ConfigEdit): string {
  const result = editConfig(text, edit);
  return result.ok ? result.text : `${result.reason}: ${result.message}`;
}

function serversIn(text: string): Record<string, unknown> {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.message} in ${text}`);
  return (parsed.servers === undefined ? {} : jsonOf(parsed.servers)) as Record<string, unknown>;
}

const TEXT = `{
  // all of mine
  "mcpServers": {
    "a": { "command": "x" }, // the first
    /* the second */
    "b": {
      "command": "y", // why
      "enabled": false
    }
    // the end
  }
}
`;

test('a missing file becomes a new one that names its schema', () => {
  expect(edited(undefined, { kind: 'add', name: 'n', server: { url: 'http://x/' } })).toBe(`{
  "$schema": "./mcp-config.schema.json",
  "mcpServers": {
    "n": {
      "url": "http://x/"
    }
  }
}
`);
});

test('an added server comes last, after all comments', () => {
  expect(edited(TEXT, { kind: 'add', name: 'n', server: NEW })).toBe(`{
  // all of mine
  "mcpServers": {
    "a": { "command": "x" }, // the first
    /* the second */
    "b": {
      "command": "y", // why
      "enabled": false
    },
    // the end
    "n": {
      "command": "new",
      "args": [
        "-y"
      ]
    }
  }
}
`);
});

test('a removed server takes its own lines alone', () => {
  expect(edited(TEXT, { kind: 'remove', name: 'b' })).toBe(`{
  // all of mine
  "mcpServers": {
    "a": { "command": "x" } // the first
    /* the second */
    // the end
  }
}
`);
  expect(edited(TEXT, { kind: 'remove', name: 'a' })).toContain('{\n    // the first\n    /* the second */\n    "b"');
});

test('enabling and disabling touches one word', () => {
  expect(edited(TEXT, { kind: 'enable', name: 'b' })).toBe(TEXT.replace('false', 'true'));
  expect(edited(TEXT, { kind: 'disable', name: 'b' })).toBe(TEXT);
  expect(edited(TEXT, { kind: 'enable', name: 'a' })).toBe(TEXT);
  expect(serversIn(edited(TEXT, { kind: 'disable', name: 'a' }))).toMatchObject({
    a: { command: 'x', enabled: false },
  });
});

test.each([
  ['enable', { disabled: true }, { disabled: false }],
  ['enable', { enabled: false, disabled: true }, { enabled: true, disabled: false }],
  ['enable', { disabled: false }, { disabled: false }],
  ['disable', { disabled: false }, { disabled: true }],
  ['disable', { enabled: true, disabled: false }, { enabled: false, disabled: true }],
] as const)('%s turns the key over that other hosts have: %j', (kind, before, after) => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', ...before } } });
  expect(serversIn(edited(text, { kind, name: 'a' }))).toEqual({ a: { command: 'x', ...after } });
});

test('replacing keeps the comments beside keys that stay', () => {
  const next = edited(TEXT, { kind: 'replace', name: 'b', server: { command: 'y', timeout: 500 } });
  expect(next).toContain('"command": "y", // why\n      "timeout": 500\n    }');
  expect(next).not.toContain('enabled');
});

test.each([
  ['in one line', '{"mcpServers":{"a":{"command":"x"}}}'],
  ['empty', '{}'],
  ['without a server', '{ "mcpServers": {} }\n'],
  ['with nothing but a comment inside', '{\n\t"mcpServers": {\n\t\t// none yet\n\t}\n}'],
  ['with a trailing comma', '{\n  "mcpServers": {\n    "a": {"command": "x"},\n  },\n}\n'],
  ['with a comma on the next line', '{"mcpServers": {"a": {"command": "x"} // c\n , "z": {"command": "x"}}}'],
  ['with a comment before the brace', '{"mcpServers": {"a": {"command": "x"} /* , */ }}'],
  ['with a byte order mark and Windows line ends', '\ufeff{\r\n    "mcpServers": {\r\n    }\r\n}\r\n'],
])('a text %s: added and removed again, its servers are as before', (_, text) => {
  const added = edited(text, { kind: 'add', name: 'n', server: NEW });
  expect(serversIn(added)).toEqual({ ...serversIn(text), n: NEW });
  expect(added.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
  expect(added.endsWith('\n')).toBe(text.endsWith('\n'));
  if (text.includes('\r\n')) expect(added.replaceAll('\r\n', '')).not.toContain('\n');
  expect(serversIn(edited(added, { kind: 'remove', name: 'n' }))).toEqual(serversIn(text));
});

test('tabs stay tabs', () => {
  const text = '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n';
  expect(edited(text, { kind: 'add', name: 'n', server: { command: 'y' } })).toContain(
    '},\n\t\t"n": {\n\t\t\t"command": "y"\n\t\t}\n\t}\n}\n',
  );
});

describe('refused', () => {
  test.each([
    [
      '{"mcpServers": {',
      { kind: 'add', name: 'n', server: NEW },
      'syntax: cannot add the server "n": line 1, column 17: expected a closing brace',
    ],
    ['[]', { kind: 'remove', name: 'n' }, 'shape: cannot remove the server "n": line 1, column 1: expected an object'],
    [
      TEXT,
      { kind: 'add', name: 'a', server: NEW },
      'exists: cannot add the server "a": a server with that name already exists',
    ],
    [
      TEXT,
      { kind: 'replace', name: 'n', server: NEW },
      'missing: cannot replace the server "n": no server has that name',
    ],
    [TEXT, { kind: 'remove', name: 'n' }, 'missing: cannot remove the server "n": no server has that name'],
    [
      TEXT,
      { kind: 'add', name: 'n', server: {} },
      'invalid: cannot add the server "n": cannot use mcpServers.n: it has neither command nor url: expected one of them',
    ],
    [
      '{"mcpServers": {"a": 1}}',
      { kind: 'enable', name: 'a' },
      'shape: cannot enable the server "a": expected an object as its entry',
    ],
    [
      '{"mcpServers": {"a": {}, "a": {}}}',
      { kind: 'enable', name: 'a' },
      'shape: cannot enable the server "a": the file has that name more than once',
    ],
  ] as const)('%j, %j', (text, edit, message) => {
    expect(edited(text, edit)).toBe(message);
  });
});

test('a name that stands twice is removed twice', () => {
  const text = '{"mcpServers": {"a": {}, "b": {"command": "x"}, "a": {}}}';
  expect(serversIn(edited(text, { kind: 'remove', name: 'a' }))).toEqual({ b: { command: 'x' } });
});

// Comments are numbered, so that the test can look for each. Blanks and line breaks are random.
const NAMES = ['a', 'b', 'c', '__proto__', 'a"b', 'ä'];
const entry = fc.oneof(
  fc.record({ command: fc.string({ minLength: 1 }).map((text) => text.replaceAll('\0', ' ')) }),
  fc.constant({ url: 'http://x/', headers: { A: '// no comment', B: '/* nor this */ , }' } }),
  fc.constant({ command: 'x', enabled: false, args: ['}', ',', '"'] }),
  fc.constant(7),
);
const trivia = fc.array(fc.constantFrom(' ', '\n', '\r\n', '\t', '//', '/*'), { maxLength: 3 });
const servers = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), entry), {
  selector: ([name]) => name,
  maxLength: 5,
});

/** Formats a value as JSON with comments between all tokens. */
function toJsonc(value: unknown, gaps: readonly (readonly string[])[], trailing: boolean): string {
  let gap = 0;
  let comment = 0;
  const fill = (): string =>
    (gaps[gap++ % Math.max(1, gaps.length)] ?? [])
      .map((kind) => (kind === '//' ? `// c${comment++}.\n` : kind === '/*' ? `/* c${comment++}. */` : kind))
      .join('');
  const write = (inner: unknown): string => {
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    const isList = Array.isArray(inner);
    const items = isList
      ? inner.map((item) => fill() + write(item) + fill())
      : Object.entries(inner).map(
          ([key, item]) => `${fill()}${JSON.stringify(key)}${fill()}:${fill()}${write(item)}${fill()}`,
        );
    const end = trailing && items.length > 0 ? `,${fill()}` : fill();
    return `${isList ? '[' : '{'}${items.join(',')}${end}${isList ? ']' : '}'}`;
  };
  return `${fill()}${write(value)}${fill()}`;
}

const commentsOf = (text: string): readonly string[] => text.match(/c\d+\./g) ?? [];

const drawn = fc
  .tuple(
    servers,
    fc.array(trivia, { minLength: 1, maxLength: 30 }),
    fc.boolean(),
    fc.constantFrom('', '\ufeff'),
    fc.boolean(),
  )
  .map(([list, gaps, trailing, mark, bare]) => {
    const mcpServers = Object.fromEntries(list);
    const value = bare && list.length === 0 ? {} : { first: 1, mcpServers, last: [1, { x: 2 }] };
    return { text: mark + toJsonc(value, gaps, trailing), mcpServers };
  });

test('an added server: every comment is there in its order, every other server is the same', () => {
  fc.assert(
    fc.property(drawn, ({ text, mcpServers }) => {
      const next = edited(text, { kind: 'add', name: 'new', server: NEW });
      expect(serversIn(next)).toEqual({ ...mcpServers, new: NEW });
      expect(Object.keys(serversIn(next))).toEqual([...Object.keys(mcpServers), 'new']);
      expect(commentsOf(next)).toEqual(commentsOf(text));
      expect(next.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    }),
    { numRuns: 300 },
  );
});

test('a removed server: every comment outside it is there, every other server is the same', () => {
  fc.assert(
    fc.property(drawn, ({ text, mcpServers }) => {
      const [name] = Object.keys(mcpServers);
      if (name === undefined) return;
      const next = edited(text, { kind: 'remove', name });
      expect(serversIn(next)).toEqual(Object.fromEntries(Object.entries(mcpServers).filter(([key]) => key !== name)));
      const parsed = parseText(text);
      const [property] = (parsed.ok && parsed.servers?.children) || [];
      const mark = text.startsWith('\ufeff') ? 1 : 0;
      const start = (property?.offset ?? 0) + mark;
      const outside = commentsOf(text.slice(0, start)).concat(commentsOf(text.slice(start + (property?.length ?? 0))));
      expect(commentsOf(next)).toEqual(outside);
    }),
    { numRuns: 300 },
  );
});

test('added and removed again, the text is as it was but for blanks and one comma', () => {
  fc.assert(
    fc.property(drawn, ({ text }) => {
      const there = edited(text, { kind: 'add', name: 'new', server: NEW });
      const back = edited(there, { kind: 'remove', name: 'new' });
      expect(serversIn(back)).toEqual(serversIn(text));
      expect(commentsOf(back)).toEqual(commentsOf(text));
    }),
    { numRuns: 200 },
  );
});

test('enabled, disabled or replaced, a server is what was asked for and the others are the same', () => {
  fc.assert(
    fc.property(drawn, fc.constantFrom('enable', 'disable', 'replace'), ({ text, mcpServers }, kind) => {
      const found = Object.entries(mcpServers).find(([, value]) => kind === 'replace' || typeof value === 'object');
      if (found === undefined) return;
      const [name, before] = found;
      const next = edited(text, kind === 'replace' ? { kind, name, server: NEW } : { kind: kind as 'enable', name });
      const after = serversIn(next);
      const isEnabled = ({ enabled = true }: { enabled?: boolean }): boolean => enabled;
      const { enabled: _, ...rest } = after[name] as Record<string, unknown>;
      const { enabled: __, ...wanted } = (kind === 'replace' ? NEW : before) as Record<string, unknown>;
      expect(rest).toEqual(wanted);
      expect(isEnabled(after[name] as object)).toBe(kind !== 'disable');
      expect({ ...after, [name]: 0 }).toEqual({ ...mcpServers, [name]: 0 });
      if (kind !== 'replace') expect(commentsOf(next).length).toBeGreaterThanOrEqual(commentsOf(text).length);
    }),
    { numRuns: 300 },
  );
});
