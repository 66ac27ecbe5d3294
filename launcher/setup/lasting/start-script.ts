import path from 'node:path';
import { isVersionBound } from './lasting-path.ts';

/** Where Node is on many machines. */
const USUAL = ['/usr/local/bin/node', '/opt/homebrew/bin/node', '/usr/bin/node'];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A shell script that starts mcp-pruner where it is found: the newest copy that a version manager has, with the Node
 * beside it; else the copy and the Node of today; else any Node that is there.
 */
export function startScript(node: string, entry: string): string {
  const newest = beside(node, entry);
  return `#!/bin/sh
# Written by \`mcp-pruner init\`, since the paths of Node or of mcp-pruner change with each update.
# \`mcp-pruner init --uninstall\` removes it.
try() {
  node=$1 entry=$2
  shift 2
  if [ -x "$node" ] && [ -f "$entry" ]; then
    # An agent waits for each hook, so it loads a small file of its own.
    hook="\${entry%/*}/bin/hook.cjs"
    if [ "$1" = hook ] && [ -f "$hook" ]; then entry=$hook; shift; fi
    exec "$node" "$entry" "$@"
  fi
}
${newest}try ${quoted(node)} ${quoted(entry)} "$@"
for found in "$(command -v node)" ${USUAL.join(' ')}; do
  try "$found" ${quoted(entry)} "$@"
done
echo 'mcp-pruner: cannot find Node, or this package, any more: install it again, then run mcp-pruner init' >&2
exit 127
`;
}

/** Tries the copy that was installed last in the folders beside the one that is named after a version. */
function beside(node: string, entry: string): string {
  const names = entry.split(path.sep);
  const at = names.findIndex((name) => isVersionBound(name));
  const folder = names.slice(0, at).join(path.sep);
  const root = path.join(folder, names[at] ?? '');
  if (at < 0 || !node.startsWith(root + path.sep)) return '';
  // Package managers set the times of files, not those of folders.
  const [inPackage, file] = [
    path.dirname(path.dirname(entry)),
    path.relative(path.dirname(path.dirname(entry)), entry),
  ];
  const rest = quoted(path.sep + path.relative(root, inPackage));
  return `newest=$(ls -1dt ${quoted(folder + path.sep)}*${rest} 2>/dev/null | head -n 1)
try "\${newest%${rest}}"/${quoted(path.relative(root, node))} "$newest"/${quoted(file)} "$@"
`;
}
