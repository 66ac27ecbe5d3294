/** Files that tell an agent what to do. */
const INSTRUCTIONS =
  /^(?:CLAUDE(?:\.local)?\.md|AGENTS(?:\.override)?\.md|GEMINI\.md|QWEN\.md|WARP\.md|CRUSH\.md|SKILL\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|copilot-instructions\.md|.*\.(?:instructions|prompt|chatmode|agent)\.md|.*\.mdc)$/i;
/** Folders that hold nothing else. */
const FOLDERS = new Set([
  ...['.claude', '.claude-plugin', '.cursor', '.codex', '.gemini', '.opencode', 'skills', '.agents', '.windsurf'],
  ...['.clinerules', '.roo', '.kiro', '.junie', '.continue', '.amazonq', '.kilocode'],
]);
/** Their outputs may be images, and cells are edited by their numbers. */
const NOTEBOOK = /\.ipynb$/i;

/** True for a file that is always given whole: it says what to do, or is no text of lines. */
export function isUntouchable(file: string): boolean {
  const folders = file.split(/[\\/]/);
  const name = folders.pop() ?? '';
  if (INSTRUCTIONS.test(name) || NOTEBOOK.test(name)) return true;
  return folders.some((folder) => FOLDERS.has(folder)) && /\.(?:md|mdc|txt|toml|json|ya?ml)$/i.test(name);
}
