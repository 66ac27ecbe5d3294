import { expect, test } from 'vitest';
import { toAction } from '../../../../src/transcripts/actions/to-action.ts';

test.each([
  ['Claude Code', 'Read', { file_path: '/r/a.ts', offset: 20, limit: 5 }, 20],
  ['opencode', 'read', { filePath: '/r/a.ts' }, undefined],
  ['Gemini CLI', 'read_file', { absolute_path: '/r/a.ts', offset: 0 }, 1],
  ['Gemini CLI today', 'read_file', { file_path: '/r/a.ts', start_line: 7 }, 7],
  ['SWE-agent', 'str_replace_editor', { command: 'view', path: '/r/a.ts', view_range: [3, 9] }, 3],
])('a read of %s', (_, tool, args, firstLine) => {
  expect(toAction(tool, args)).toEqual({ kind: 'read', files: ['/r/a.ts'], firstLine });
});

test.each([
  ['cat a.ts', ['a.ts'], 1],
  ['cd /r && cat -n src/a.ts', ['src/a.ts'], 1],
  ["sed -n '120,160p' a.ts", ['a.ts'], 120, true],
  ['nl -ba a.ts | sed -n "120,160p"', ['a.ts'], 120, true],
  ['cat a.ts | tail -20', ['a.ts'], undefined, true],
  ['# the retry\necho "=== a ==="; cat a.ts', ['a.ts'], 1],
  ["awk 'NR>=430 && NR<=670' a.ts", ['a.ts'], 430, true],
  ["sed -n '1,20p' $(go env GOMODCACHE)/retry@v1/a.go", ['$(go env GOMODCACHE)/retry@v1/a.go'], 1, true],
  ['head -n 50 a.ts', ['a.ts'], 1, true],
  ['tail -n +30 "my file.ts" 2>/dev/null', ['my file.ts'], 30, true],
  ['tail -20 a.ts', ['a.ts'], undefined, true],
  ['cat a.ts; cat b.ts', ['a.ts', 'b.ts'], undefined],
  ["sed -n '1,9p' a.ts; sed -n '1,9p' b.ts", ['a.ts', 'b.ts'], undefined, true],
  ['Get-Content -Raw src\\a.ts', ['src/a.ts'], 1],
  ['Get-Content src\\a.ts | Select-Object -Skip 40 -First 20', ['src/a.ts'], 41, true],
  ['Get-Content src\\a.ts -TotalCount 50', ['src/a.ts'], 1, true],
  ['Get-Content src\\a.ts | Select-Object -Last 60', ['src/a.ts'], undefined, true],
  ['bat -r 10:20 src/a.ts', ['src/a.ts'], undefined, true],
])('a shell that reads files: %s', (command, files, firstLine, isRange: boolean | undefined = undefined) => {
  expect(toAction('Bash', { command })).toEqual({ kind: 'read', files, firstLine, isRange });
});

test.each([
  [['bash', '-lc', 'cat src/a.ts']],
  [['pwsh', '-NoProfile', '-Command', 'Get-Content -Raw "src\\a.ts"']],
  [['C:\\pwsh\\powershell.exe', '-c', 'Get-Content src\\a.ts']],
])('the command line of a shell: %j', (command) => {
  expect(toAction('shell', { command })).toMatchObject({ kind: 'read', files: ['src/a.ts'] });
});

test.each([
  ['Grep', { pattern: 'retry', path: 'src', output_mode: 'content' }, ['src']],
  ['grep_search', { pattern: 'retry', dir_path: 'src' }, ['src']],
  ['Bash', { command: 'rg -n "retry" src | head -20' }, ['src']],
  ['shell', { command: ['bash', '-lc', 'grep -rn --include "*.ts" -A 3 retry src lib'] }, ['src', 'lib']],
  ['exec_command', { cmd: 'git grep -e retry' }, []],
  ['search_dir', { command: 'search_dir "retry" src' }, ['src']],
])('a search by %s: %j', (tool, args, places) => {
  expect(toAction(tool, args)).toEqual({ kind: 'search', pattern: 'retry', places });
});

test.each([
  ['go test ./... 2>&1 | tail -40', 'go test ./...', 'tail -40', []],
  ['wc -l a.ts && sed -n 1,9p a.ts', 'wc -l a.ts | sed -n 1,9p a.ts', '', ['a.ts']],
  ['go test ./... | grep FAIL', 'go test ./...', 'grep FAIL', []],
  ['npm ci && npm test', 'npm ci | npm test', '', []],
  ['cat a.log | grep error b.log', 'cat a.log', 'grep error b.log', ['a.log', 'b.log']],
  ['for f in *; do echo $f; done', 'for f in *; do echo $f; done', '', []],
])('a command and what filters its output: %s', (command, source, filters, places) => {
  const rest = { places, edits: [], isChange: false };
  expect(toAction('Bash', { command })).toEqual({ kind: 'command', command, source, filters, ...rest });
});

const OLD = 'const retries = 3;';
const PYTHON = `p = 'src/a.ts'
s = open(p, encoding='utf-8').read()
s = s.replace('''const retries = 3;
const delay = 5;
''', "const retries = 9;\\n")
open(p, 'w').write(s)`;

test.each([
  ["sed -i 's/const retries = 3;/x/' src/a.ts", [OLD]],
  ["sed -i '' -e 's|const retries = 3;|x|g' src/a.ts && npm test", [OLD]],
  ["sed -i 's/const retries = [0-9]*;/x/' src/a.ts", []],
  [`cd /r && python3 - <<'EOF'\n${PYTHON}\nEOF`, [`${OLD}\nconst delay = 5;\n`, 'const retries = 9;\n']],
  [`cat <<'EOF' > fix.py\n${PYTHON}\nEOF`, [`${OLD}\nconst delay = 5;\n`, 'const retries = 9;\n']],
])('an edit within a shell line: %s', (command, found) => {
  const edits = [{ file: 'src/a.ts', found }];
  expect(toAction('Bash', { command })).toMatchObject({ kind: 'command', edits, isChange: true });
});

test('a script that writes no file is no edit', () => {
  const command = `python3 - <<'EOF'\nprint(open('src/a.ts').read().count('${OLD}'))\nEOF`;
  expect(toAction('Bash', { command })).toMatchObject({ kind: 'command', edits: [], isChange: false });
});

test.each([
  ['git stash && git checkout main', true],
  ['npm run lint:fix', true],
  ['npx biome check --write .', true],
  ['git log --oneline', false],
  ['npm test', false],
])('a command that may change files: %s', (command, isChange) => {
  expect(toAction('Bash', { command })).toMatchObject({ kind: 'command', isChange });
});

test.each([
  [
    String.raw`Set-Location D:\r; Get-Content src\a.ts | Select-Object -First 20`,
    { kind: 'read', files: ['src/a.ts'], isRange: true },
  ],
  [String.raw`Get-Content -Path src\a.ts -Encoding utf8`, { kind: 'read', files: ['src/a.ts'] }],
  ['npm test | Select-String -Pattern FAIL', { kind: 'command', source: 'npm test' }],
])('a line of PowerShell: %s', (command, action) => {
  expect(toAction('PowerShell', { command })).toMatchObject(action);
});

test('a script of a shell keeps its words, whatever options it has', () => {
  const command = ['bash', 'print.sh', 'CLAUDE.md', '-c', '80'];
  expect(toAction('shell', { command })).toMatchObject({ kind: 'command', command: 'bash print.sh CLAUDE.md -c 80' });
});

const PATCH = `*** Begin Patch
*** Update File: src/a.ts
@@ function retry
 const a = 1;
-const b = "2";
+const b = 3;
*** Add File: src/b.ts
+new
*** End Patch`;

test.each([
  ['Claude Code', 'Edit', { file_path: 'a.ts', old_string: 'b', new_string: 'c' }, [{ file: 'a.ts', found: ['b'] }]],
  [
    'Claude Code’s many',
    'MultiEdit',
    { file_path: 'a.ts', edits: [{ old_string: 'b' }, { old_string: 'c' }] },
    [
      { file: 'a.ts', found: ['b'] },
      { file: 'a.ts', found: ['c'] },
    ],
  ],
  [
    'Claude Code everywhere',
    'Edit',
    { file_path: 'a.ts', old_string: 'b', new_string: 'c', replace_all: true },
    [{ file: 'a.ts', found: ['b'], isEverywhere: true }],
  ],
  ['Gemini CLI', 'replace', { file_path: 'a.ts', old_string: 'b' }, [{ file: 'a.ts', found: ['b'] }]],
  ['opencode', 'edit', { filePath: 'a.ts', oldString: 'b' }, [{ file: 'a.ts', found: ['b'] }]],
  [
    'SWE-agent',
    'str_replace_editor',
    { command: 'str_replace', path: 'a.ts', old_str: 'b' },
    [{ file: 'a.ts', found: ['b'] }],
  ],
  ['a write', 'Write', { file_path: 'a.ts', content: 'c' }, [{ file: 'a.ts', found: [] }]],
])('an edit of %s', (_, tool, args, edits) => {
  expect(toAction(tool, args)).toEqual({ kind: 'edit', edits });
});

test.each([
  ['apply_patch', { input: PATCH }],
  ['shell', { command: ['apply_patch', PATCH] }],
  ['exec_command', { cmd: `apply_patch <<'EOF'\n${PATCH}\nEOF` }],
])('a patch of Codex by %s', (tool, args) => {
  const edits = [
    { file: 'src/a.ts', found: ['const a = 1;\nconst b = "2";'] },
    { file: 'src/b.ts', found: [] },
  ];
  expect(toAction(tool, args)).toEqual({ kind: 'edit', edits });
});

test.each([
  [
    'reads',
    String.raw`const r = await tools.exec_command({"cmd": "cat \"a b.ts\""}); text(r);`,
    { kind: 'read', files: ['a b.ts'], firstLine: 1 },
  ],
  [
    'searches',
    `await tools.exec_command({cmd: 'rg retry src'})`,
    { kind: 'search', pattern: 'retry', places: ['src'] },
  ],
  [
    'reads two',
    `await tools.exec_command({cmd: "cat a"}); await tools.exec_command({cmd: "cat b"})`,
    { kind: 'read', files: ['a', 'b'] },
  ],
  ['calls another tool', 'await tools.write_stdin({session_id: 1})', { kind: 'other' }],
  ['patches', `await tools.apply_patch(\`${PATCH}\`)`, { kind: 'edit' }],
  ['patches in a line', `await tools.apply_patch(${JSON.stringify(PATCH)})`, { kind: 'edit' }],
])('a script of Codex that %s', (_, input, action) => {
  expect(toAction('exec', { input })).toMatchObject(action);
  const edits = [
    { file: 'src/a.ts', found: ['const a = 1;\nconst b = "2";'] },
    { file: 'src/b.ts', found: [] },
  ];
  if (action.kind === 'edit') expect(toAction('exec', { input })).toEqual({ kind: 'edit', edits });
});

test.each([
  ['a template', '`', String.raw`a\\n`],
  ['a raw template', 'String.raw`', String.raw`a\n`],
])('a patch in %s of a script', (_, open, line) => {
  const input = `await tools.apply_patch(${open}*** Begin Patch\n*** Update File: a.ts\n@@\n-${line}\n*** End Patch\`)`;
  expect(toAction('exec', { input })).toEqual({ kind: 'edit', edits: [{ file: 'a.ts', found: [String.raw`a\n`] }] });
});

test('a submitted patch finds its context and removed lines, hunk by hunk', () => {
  const patch = [
    'diff --git a/x.py b/x.py',
    'index 1..2 100644',
    '--- a/x.py',
    '+++ b/x.py',
    '@@ -1,3 +1,3 @@ def f():',
    ' a',
    '-b',
    '+c',
    '',
    '@@ -9,2 +9,2 @@',
    '-d',
    '+e',
    '\\ No newline at end of file',
  ].join('\n');
  expect(toAction('submit', { patch })).toEqual({ kind: 'edit', edits: [{ file: 'x.py', found: ['a\nb', 'd'] }] });
});

test.each([
  ['open', 'open "src/a b.py" 40', ['src/a b.py']],
  ['open', 'open src/a.py', ['src/a.py']],
  ['goto', 'goto 120', []],
])('a window of SWE-agent by %s: %s', (tool, command, files) => {
  expect(toAction(tool, { command })).toEqual({ kind: 'read', files, firstLine: undefined });
});

test('what is not known is something else', () => {
  expect(toAction('Task', { prompt: 'look' })).toEqual({ kind: 'other' });
  expect(toAction('Read', {})).toEqual({ kind: 'other' });
});

test('blank lines of a patch took time in the square of their number', () => {
  const input = `*** Begin Patch\n*** Update File: a\n@@\n-x\n${'\n'.repeat(300_000)} y\n*** End Patch`;
  const action = toAction('apply_patch', { input });
  expect(action.kind === 'edit' && action.edits[0]?.found[0]?.length).toBe(300_003);
});
