import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { putPart, takePart } from '../../../../launcher/setup/edit/edit-part.ts';
import type { BlockPart, FilePart, ItemPart, JsonPart, TomlPart } from '../../../../launcher/setup/edit/part.ts';

const isOurs = (raw: unknown): boolean => JSON.stringify(raw ?? '').includes('mcp-pruner');
const server = { command: '/bin/node', args: ['/x/mcp-pruner/dist/index.js'] };
const json: JsonPart = { kind: 'json', key: 'mcpServers', name: 'pruner', server, newFile: {}, isOurs };
const toml: TomlPart = { kind: 'toml', key: 'mcp_servers', name: 'pruner', server, isOurs };
const item: ItemPart = {
  kind: 'item',
  path: ['hooks', 'PostToolUse'],
  name: 'hook',
  item: { matcher: 'Read', hooks: [server] },
  isOurs,
};
const block: BlockPart = { kind: 'block', text: 'Ask questions.', head: '' };

async function put(text: string | undefined, part: FilePart, force = false): Promise<string> {
  const edited = await putPart(text, part, force);
  if (!edited.ok) throw new Error(edited.why);
  return edited.text;
}

async function take(text: string, part: FilePart, original?: string): Promise<string> {
  const edited = await takePart(text, part, original);
  if (!edited.ok) throw new Error(edited.why);
  return edited.text;
}

const JSON_TEXTS: Readonly<Record<string, string>> = {
  'another server': '{\n  "mcpServers": {\n    "a": { "command": "a" }\n  }\n}\n',
  'no servers': '{\n  "theme": "dark"\n}\n',
  'comments and trailing commas':
    '// top\n{\n  "mcpServers": { // mine\n    "a": { "command": "a", }, // last\n    // end\n  },\n}\n',
  CRLF: '{\r\n  "mcpServers": {\r\n    "a": { "command": "a" }\r\n  }\r\n}\r\n',
  'byte order mark': '\ufeff{\n  "mcpServers": {\n    "a": {}\n  }\n}',
  tabs: '{\n\t"mcpServers": {\n\t\t"a": {}\n\t},\n\t"b": 1\n}\n',
  'four blanks and unusual order': '{\n    "z": [1],\n    "mcpServers": {\n        "a": {}\n    },\n    "b": null\n}',
};

test.each(Object.entries(JSON_TEXTS))(
  'JSON with %s: put in and taken out to the byte, put in once',
  async (_, text) => {
    const after = await put(text, json);
    expect(after).toContain('/x/mcp-pruner/dist/index.js');
    expect(await put(after, json)).toBe(after);
    expect(await take(after, json, text)).toBe(text);
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
    expect(/[^\r]\n/.test(after)).toBe(/[^\r]\n/.test(text));
  },
);

const ITEM_TEXTS: Readonly<Record<string, string>> = {
  'hooks of others': '{\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Bash", "hooks": [] }\n    ]\n  }\n}\n',
  'another event': '{\n  "hooks": {\n    "Stop": []\n  },\n  "theme": "dark"\n}\n',
  'no hooks': '{\n  "theme": "dark" // mine\n}\n',
  'an empty list': '{\n  "hooks": { "PostToolUse": [] }\n}\n',
  CRLF: '{\r\n  "theme": "dark"\r\n}\r\n',
  'byte order mark': '\ufeff{\n  "theme": "dark"\n}',
  tabs: '{\n\t"hooks": {\n\t\t"PostToolUse": [\n\t\t\t{ "matcher": "Bash" }\n\t\t]\n\t}\n}\n',
};

test.each(Object.entries(ITEM_TEXTS))(
  'an item of a list, with %s: put in and taken out, put in once',
  async (_, text) => {
    const after = await put(text, item);
    expect(after).toContain('/x/mcp-pruner/dist/index.js');
    expect(await put(after, item)).toBe(after);
    const back = await take(after, item, text);
    expect(back.replaceAll(/\s+(?=[\]}])/g, '')).toBe(text.replaceAll(/\s+(?=[\]}])/g, ''));
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
  },
);

test('an older item of ours is replaced in its place, and what holds no list is refused', async () => {
  const old = '{"hooks":{"PostToolUse":[{"matcher":"a"},{"matcher":"mcp-pruner"},{"matcher":"b"}]}}';
  const { hooks } = JSON.parse(await put(old, item)) as { hooks: { PostToolUse: { matcher: string }[] } };
  expect(hooks.PostToolUse.map(({ matcher }) => matcher)).toEqual(['a', 'Read', 'b']);
  for (const [text, why] of [
    ['{"hooks":[]}', '"hooks" is not an object'],
    ['{"hooks":{"PostToolUse":{}}}', '"hooks.PostToolUse" is not a list'],
    ['{"hooks":', 'it does not parse'],
  ] as const) {
    expect(await putPart(text, item, true)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  }
});

test('of two items of ours one is left, and the items of others stay', async () => {
  const ours = '{ "matcher": "mcp-pruner" }';
  const twice = `{\n  "hooks": {\n    "PostToolUse": [${ours}, { "matcher": "a" }, ${ours}]\n  } // mine\n}\n`;
  const after = await put(twice, item);
  expect(after.match(/mcp-pruner\/dist/g)).toHaveLength(1);
  expect(after).toContain('{ "matcher": "a" }');
  expect(after).toContain('// mine');
  expect(await put(after, item)).toBe(after);
});

test.each(['{"hooks":[]}', '{"hooks":{"PostToolUse":null}}', '{"hooks":"x"}'])(
  'nothing is taken out of what holds no list: %s',
  async (text) => {
    expect(await take(text, item, text)).toBe(text);
    expect(await take(text, item)).toBe(text);
  },
);

test('a list that somebody else has used since stays', async () => {
  const after = await put('{}', item);
  const { hooks } = JSON.parse(after) as { hooks: { PostToolUse: unknown[] } };
  hooks.PostToolUse.push({ matcher: 'Bash' });
  const back = await take(JSON.stringify({ hooks }), item, '{}');
  expect(JSON.parse(back)).toEqual({ hooks: { PostToolUse: [{ matcher: 'Bash' }] } });
});

const TOML_TEXTS: Readonly<Record<string, string>> = {
  'another server': 'model = "x" # why\n\n[mcp_servers.a]\ncommand = "a"\n',
  CRLF: 'model = "x"\r\n\r\n[profiles.x]\r\nmodel = "y"\r\n',
  'byte order mark': '\ufeffmodel = "x"\n',
  'a header of servers': '[mcp_servers]\n\n[mcp_servers.a]\ncommand = "a"\n',
  'a server whose name begins as ours': '[mcp_servers.pruner2]\ncommand = "a"\n',
  'mixed line ends': 'a = 1\r\nb = 2\nc = 3\r\n',
  'an integer of 64 bits': 'a = 9007199254740993\n',
};

test.each(Object.entries(TOML_TEXTS))(
  'TOML with %s: put in and taken out to the byte, put in once',
  async (_, text) => {
    const after = await put(text, toml);
    expect(parse(after.replace('\ufeff', ''), { integersAsBigInt: 'asNeeded' })).toMatchObject({
      mcp_servers: { pruner: server },
    });
    expect(await put(after, toml)).toBe(after);
    expect(await take(after, toml)).toBe(text);
  },
);

test.each(['# Mine\n', '# Mine\r\n\r\nWords\r\n', '\ufeff# Mine\n'])(
  'a block is put into %j and taken out to the byte, put in once',
  async (text) => {
    const after = await put(text, block);
    expect(await put(after, block)).toBe(after);
    expect(await take(after, block)).toBe(text);
    const longer = { ...block, text: 'Ask more.' };
    expect(await take(await put(after, longer), longer)).toBe(text);
    expect(await take(`${after}more\n`, block)).toBe(`${text}more\n`);
  },
);

test.each([undefined, '', '\n', '\ufeff'])('a file that is %j gets what a new one has', async (text) => {
  expect(JSON.parse((await put(text, json)).replace('\ufeff', ''))).toEqual({ mcpServers: { pruner: server } });
  expect(parse((await put(text, toml)).replace('\ufeff', ''))).toEqual({ mcp_servers: { pruner: server } });
  expect(await put(text, { ...block, head: 'H\n' })).toMatch(/^\ufeff?H\n<!-- mcp-pruner: begin/);
});

test.each<[string, FilePart, string, string]>([
  ['JSON that does not parse', json, '{ "mcpServers": ', 'it does not parse: line 1, column'],
  ['servers that are no object', { ...json, key: 'servers' }, '{ "servers": [] }', '"servers" is not an object'],
  ['a key that stands twice', { ...json, key: 's' }, '{ "s": {}, "s": {} }', '"s" appears more than once'],
  [
    'another server of the name',
    json,
    '{"mcpServers":{"pruner":{"command":"vim"}}}',
    'is not mcp-pruner; use another --name',
  ],
  ['TOML that does not parse', toml, 'a = = "SECRET"', 'it does not parse: line 1: expected TOML'],
  ['another TOML server', toml, '[mcp_servers.pruner]\ncommand = "vim"\n', 'is not mcp-pruner; use another --name'],
  ['an inline table of servers', toml, 'mcp_servers = { a = { command = "a" } }\n', 'cannot be edited line by line'],
  ['half a block', block, '<!-- mcp-pruner: end -->\n', 'expected one begin and one end marker of mcp-pruner'],
])('refused: %s', async (_, part, text, why) => {
  const edited = await putPart(text, part, false);
  expect(edited).toEqual({ ok: false, why: expect.stringContaining(why) });
  expect(JSON.stringify(edited)).not.toContain('SECRET');
});

test('with force another server of the name is replaced', async () => {
  const text = '{"mcpServers":{"pruner":{"command":"vim","env":{"A":"1"}}}}';
  expect(JSON.parse(await put(text, json, true))).toEqual({ mcpServers: { pruner: server } });
  const other = '[mcp_servers.pruner]\ncommand = "vim"\n[mcp_servers.pruner.env]\nA = "1"\n[x]\ny = 1\n';
  expect(parse(await put(other, toml, true))).toEqual({ mcp_servers: { pruner: server }, x: { y: 1 } });
});

test('ours of an older path is brought up to date, and what the user added to it stays', async () => {
  const text = `{
  "mcpServers": {
    "pruner": {
      // mine
      "command": "node", "args": ["/old/mcp-pruner/dist/index.js"],
      "env": { "PRUNER_URL": "embedded" }, "disabled": true
    }
  }
}
`;
  const expected = text
    .replace('"node"', '"/bin/node"')
    .replace('["/old/mcp-pruner/dist/index.js"]', '[\n        "/x/mcp-pruner/dist/index.js"\n      ]');
  expect(await put(text, json)).toBe(expected);
  const old =
    '[mcp_servers.pruner]\ncommand = "node" # mine\nargs = [\n  "/old/mcp-pruner/dist/index.js",\n]\nstartup_timeout_sec = 20\n\n[mcp_servers.pruner.env]\nPRUNER_URL = "embedded"\n\n[x]\ny = 1\n';
  const after = await put(old, { ...toml, server: { ...server, env: { MORE: '1' } } });
  expect(after).toBe(
    '[mcp_servers.pruner]\ncommand = "/bin/node"\nargs = ["/x/mcp-pruner/dist/index.js"]\nstartup_timeout_sec = 20\n\n[mcp_servers.pruner.env]\nPRUNER_URL = "embedded"\nMORE = "1"\n\n[x]\ny = 1\n',
  );
});

test('a table that Codex put between our marks stays when ours is taken out', async () => {
  const text = (await put('model = "x"\n', toml)).replace(
    '# mcp-pruner: end',
    '\n[mcp_servers.other]\ncommand = "foo"\n# mcp-pruner: end',
  );
  const after = await take(text, toml);
  expect(parse(after)).toEqual({ model: 'x', mcp_servers: { other: { command: 'foo' } } });
  expect(after).not.toContain('mcp-pruner');
});

test('what is not ours is not taken out', async () => {
  const text = '{"mcpServers":{"pruner":{"command":"vim"}}}';
  expect(await take(text, json)).toBe(text);
  const other = '[mcp_servers.pruner]\ncommand = "vim"\n';
  expect(await take(other, toml)).toBe(other);
});
