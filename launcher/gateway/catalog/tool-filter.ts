import type { ToolGlobs } from '../config/server-config.ts';

/**
 * Returns a function that tells whether a tool is offered. The tool must match `allowedTools` and not `blockedTools`,
 * both in the server's configuration and in the active profile.
 */
export function toToolFilter({
  profile,
  ...own
}: ToolGlobs & { readonly profile?: ToolGlobs | undefined }): (name: string) => boolean {
  const filters = (profile === undefined ? [own] : [own, profile]).map(({ allowedTools, blockedTools }) => {
    const allowed = allowedTools.map(toMatch);
    const blocked = blockedTools.map(toMatch);
    return (name: string) => allowed.some((match) => match(name)) && !blocked.some((match) => match(name));
  });
  return (name) => filters.every((offers) => offers(name));
}

/** Compiles a glob without regular expressions, so that matching takes at most glob x name steps, whatever the glob. */
function toMatch(glob: string): (name: string) => boolean {
  return (name) => {
    let at = 0;
    let star = -1;
    let resume = 0;
    for (let i = 0; i < name.length; ) {
      if (glob[at] === '*') {
        star = at++;
        resume = i;
      } else if (at < glob.length && (glob[at] === '?' || glob[at] === name[i])) {
        at++;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++resume;
      } else return false;
    }
    while (glob[at] === '*') at++;
    return at === glob.length;
  };
}
