import { ANY, patternsOverlap, SOME } from './pattern-overlap.ts';

/** Names of files with instructions for agents, in lower case. */
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
/** Folders that contain only such files. */
const FOLDERS: readonly string[] = [
  ...['.claude', '.claude-plugin', '.cursor', '.codex', '.gemini', '.opencode', 'skills', '.agents', '.windsurf'],
  ...['.clinerules', '.roo', '.kiro', '.junie', '.continue', '.amazonq', '.kilocode'],
];
/** Files in those folders that contain text for an agent, or its settings. */
const IN_FOLDERS: readonly string[] = ['md', 'mdc', 'txt', 'toml', 'json', 'yml', 'yaml'].map(
  (end) => `${SOME}.${end}`,
);
/**
 * Files that are never shortened. Notebooks are included, because outputs may be images, and cells are edited by
 * number.
 */
const WHOLE: readonly string[] = [...INSTRUCTIONS, `${SOME}.ipynb`];
/** Max length of a path on any system. */
const MAX_PATH = 4096;

/**
 * True for a file that is never shortened, because it instructs agents or is no plain text. A partly known file (see
 * `patternsOverlap`) counts if it might be one.
 */
export function isUntouchable(file: string): boolean {
  if (file.length > MAX_PATH) return false;
  const folders = file.split(/[\\/]/);
  const name = folders.pop() ?? '';
  if (WHOLE.some((one) => patternsOverlap(one, name.toLowerCase()))) return true;
  // If a part of the name is unknown, the folder is unknown too.
  return (
    IN_FOLDERS.some((one) => patternsOverlap(one, name.toLowerCase())) &&
    [...folders, ...(name.includes(ANY) ? [ANY] : [])].some((folder) =>
      FOLDERS.some((one) => patternsOverlap(one, folder)),
    )
  );
}
