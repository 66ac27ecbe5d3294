const GIT =
  /\bgit\s+(?:-C\s+\S+\s+)?(?:am|apply|checkout|cherry-pick|merge|pull|rebase|reset|restore|revert|stash|switch)\b/;
const PROGRAMS =
  /(?:^|[;&|]\s*)(?:mv|cp|rm|patch|perl\s+-\w*i|gofmt\s+-\w*w|prettier\s+--write|ruff\s+format|black)\b/m;
const FIXES = /\s--(?:fix|write|apply)\b|\b(?:lint|format|fmt):fix\b|\b(?:fmt|codegen|generate)\b/;

/**
 * True if a shell line may change files of the working tree, so the same command may print something else afterwards.
 */
export function changesFiles(line: string): boolean {
  return GIT.test(line) || PROGRAMS.test(line) || FIXES.test(line);
}
