import { saysToFollow } from '../session-memory/follows.ts';
import { ANY, overlapsAny, SOME } from './pattern-overlap.ts';

/** Words in names of texts that tell an agent how to behave, in lower case. */
const WORDS: readonly string[] = [
  ...['agent', 'memory', 'memories', 'convention', 'prompt', 'rule', 'guideline', 'guardrail', 'instruction'],
  ...['directive', 'persona', 'soul', 'identity', 'constitution', 'playbook', `style${SOME}guide`],
  `coding${SOME}standard`,
];
const PROSE: readonly string[] = ['.md', '.mdx', '.mdc', '.markdown', '.txt', '.rst', '.adoc', '.org'];
/** Names of files with instructions for agents, in lower case. */
const INSTRUCTIONS: readonly string[] = [
  ...['claude.md', 'claude.local.md', 'gemini.md', 'qwen.md', 'warp.md', 'crush.md', 'skill.md', '.goosehints'],
  ...['tools.md', 'user.md', 'heartbeat.md', 'bootstrap.md', 'system.md'],
  ...['.cursorrules', '.windsurfrules', '.clinerules', '.roorules', '.chatmode.md', '.mdc'].map((end) => SOME + end),
  ...WORDS.flatMap((word) => [`.${word}s`, ...PROSE.map((end) => SOME + word + SOME + end)]),
];
/** Folders that contain only such files. */
const FOLDERS: readonly string[] = [
  ...['.claude', '.claude-plugin', '.cursor', '.codex', '.gemini', '.opencode', 'skills', '.agents', '.windsurf'],
  ...['.clinerules', '.roo', '.kiro', '.junie', '.continue', '.amazonq', '.kilocode', '.trae', '.augment'],
  ...['.aiassistant', 'rules', 'prompts', 'instructions', 'agents', 'commands', 'memory-bank'],
];
/** Such files without an extension. In lower case these are ordinary words of commands. */
const BARE = /(?:^|[\\/])(?:RULES|CONVENTIONS|AGENTS|CLAUDE)$/;
/**
 * True for a file that is never shortened. Notebooks are included, because outputs may be images, and cells are edited
 * by number.
 */
const isWhole = overlapsAny([...INSTRUCTIONS, `${SOME}.ipynb`]);
const isFolder = overlapsAny(FOLDERS);
/** Tests for files in those folders that contain text for an agent, or its settings. */
const isInFolder = overlapsAny(['md', 'mdc', 'txt', 'toml', 'json', 'yml', 'yaml'].map((end) => `${SOME}.${end}`));
const isProse = overlapsAny(PROSE.map((end) => SOME + end));
/** Max length of a path on any system. */
const MAX_PATH = 4096;

const nameOf = (file: string): string => (file.split(/[\\/]/).at(-1) ?? '').toLowerCase();

/**
 * True for a file that is never shortened, because it instructs agents or is no plain text. A partly known file (see
 * `patternsOverlap`) counts if it might be one.
 */
export function isUntouchable(file: string): boolean {
  if (file.length > MAX_PATH) return false;
  const name = nameOf(file);
  if (isWhole(name) || BARE.test(file)) return true;
  // If a part of the name is unknown, the folder is unknown too.
  const folders = [...file.toLowerCase().split(/[\\/]/).slice(0, -1), ...(name.includes(ANY) ? [ANY] : [])];
  return isInFolder(name) && folders.some(isFolder);
}

/** UTF-16 units at the beginning of a text that tell whom it addresses. */
const CHARS = 3000;
/** Front matter of a skill, a command or an agent: a name and a description. */
const SKILL = /^\uFEFF?---\r?\n(?=(?:.*\r?\n){0,20}?name:)(?=(?:.*\r?\n){0,20}?description:)/;
/** Words by which a text addresses an agent. */
const ADDRESSES =
  /^[\W_]*you are (?:an?|the|my) |^#{1,4} .*\b(?:prime directive|standing orders|system prompt|(?:core|operating|agent|assistant|ai|llm)\W{1,3}(?:rules?|instructions?|directives?|principles?|guidelines?))\b/im;

/** True if a text instructs an agent. `files` are the files that it comes from. */
export function instructsAgent(text: string, files: readonly string[]): boolean {
  return SKILL.test(text) || (files.some((file) => isProse(nameOf(file))) && ADDRESSES.test(text.slice(0, CHARS)));
}

/** True if the agent said before it read a file of prose that it will follow it. */
export function isToFollow(file: string, words: string): boolean {
  return isProse(nameOf(file)) && saysToFollow(words);
}
