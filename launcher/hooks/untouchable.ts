import { ANY, mayMeet, SOME } from './may-meet.ts';

/** Files that tell an agent what to do, in lower case. */
const INSTRUCTIONS: readonly string[] = [
  ...['claude.md', 'claude.local.md', 'agents.md', 'agents.override.md', 'gemini.md', 'qwen.md', 'warp.md', 'crush.md'],
  ...[
    'skill.md',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.roorules',
    '.goosehints',
    'copilot-instructions.md',
  ],
  ...['.instructions.md', '.prompt.md', '.chatmode.md', '.agent.md', '.mdc'].map((end) => SOME + end),
];
/** Folders that hold nothing else. */
const FOLDERS: readonly string[] = [
  ...['.claude', '.claude-plugin', '.cursor', '.codex', '.gemini', '.opencode', 'skills', '.agents', '.windsurf'],
  ...['.clinerules', '.roo', '.kiro', '.junie', '.continue', '.amazonq', '.kilocode'],
];
/** Files in those folders that hold text for an agent, or its settings. */
const IN_FOLDERS: readonly string[] = ['md', 'mdc', 'txt', 'toml', 'json', 'yml', 'yaml'].map(
  (end) => `${SOME}.${end}`,
);
/** Notebooks: their outputs may be images, and cells are edited by their numbers. */
const WHOLE: readonly string[] = [...INSTRUCTIONS, `${SOME}.ipynb`];
/** The longest path that systems take. */
const MAX_PATH = 4096;

/**
 * True for a file that is always given whole: it says what to do, or is no text of lines. One that is known in part (see
 * `mayMeet`) is if it may be such a file.
 */
export function isUntouchable(file: string): boolean {
  if (file.length > MAX_PATH) return false;
  const folders = file.split(/[\\/]/);
  const name = folders.pop() ?? '';
  if (WHOLE.some((one) => mayMeet(one, name.toLowerCase()))) return true;
  // If a part is entirely unknown, its folder is unknown too.
  return (
    IN_FOLDERS.some((one) => mayMeet(one, name.toLowerCase())) &&
    [...folders, ...(name.includes(ANY) ? [ANY] : [])].some((folder) => FOLDERS.some((one) => mayMeet(one, folder)))
  );
}
