import type { Note } from '../call.ts';
import { RECORDED_SESSIONS } from '../inputs/recorded-sessions.ts';
import type { Core } from './core-module.ts';

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['Read', { file_path: 'src/a.ts', offset: 40 }],
  ['NotebookRead', { notebook_path: 'a.ipynb' }],
  ['read_many_files', { paths: ['a.ts', 'b.ts'] }],
  ['Edit', { file_path: 'src/a.ts', old_string: 'old', new_string: 'new', replace_all: true }],
  ['MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'x' }, { old_string: 'y' }] }],
  ['Write', { file_path: 'a.ts', content: 'text' }],
  ['apply_patch', { input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch' }],
  ['Grep', { pattern: 'retry', path: 'src' }],
  ['Bash', { command: "cd src && sed -i 's/a/b/' x.ts && grep -n retry x.ts | head -5" }],
  ['Bash', { command: 'cat a.ts b.ts; git checkout -- c.ts' }],
  ['Bash', { command: "python3 - <<'EOF'\nopen('a.py').write('x')\nEOF" }],
  ['shell', { command: ['bash', '-lc', 'npm test 2>&1 | tail -40'] }],
  ['exec_command', { cmd: 'cargo test -- --nocapture' }],
  ['PowerShell', { command: 'Get-Content src\\a.ts' }],
  ['str_replace_editor', { command: 'view', path: 'a.py', view_range: [10, 20] }],
  ['open', { command: 'open "src/a.py" 40' }],
  ['search_dir', { command: 'search_dir "retry" src' }],
  ['exec', { input: 'await tools.exec_command({cmd: "ls"})' }],
  ['WebFetch', { url: 'https://example.com' }],
];

/** Records the events of recorded sessions of every host, and the meanings of tool calls. */
export async function readSessions(core: Core, note: Note): Promise<void> {
  for (const [tool, args] of CALLS) note(`${tool} ${JSON.stringify(args)}`, args, core.toAction(tool, args));
  for (const { name, text } of RECORDED_SESSIONS) {
    for (const end of [text.length, Math.floor(text.length / 2)]) {
      const stream = core.createSessionStream();
      const lines = text.slice(0, end).split('\n');
      const rest = lines.pop();
      const events = [...lines.flatMap((line) => stream.read(line)), ...stream.end(rest)];
      const { format, id, folder, isOver, skipped } = stream;
      note(`${name} to ${end}`, name, { events, format, id, folder, isOver, skipped });
    }
  }
}
