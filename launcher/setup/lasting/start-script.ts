import path from 'node:path';
import { isVersionBound } from './lasting-path.ts';

/** Common locations of Node. */
const USUAL = ['/usr/local/bin/node', '/opt/homebrew/bin/node', '/usr/bin/node'];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a shell script that starts the newest copy of mcp-pruner that a version manager has, with the Node beside it.
 * If there is none, the script uses the given copy and Node, otherwise any Node that it finds.
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

/** Returns shell lines that try the most recently installed copy among the sibling folders of the versioned one. */
function beside(node: string, entry: string): string {
  const names = entry.split(path.sep);
  const at = names.findIndex((name) => isVersionBound(name));
  const folder = names.slice(0, at).join(path.sep);
  const root = path.join(folder, names[at] ?? '');
  if (at < 0 || !node.startsWith(root + path.sep)) return '';
  // `ls -t` compares the package folders, because package managers set the timestamps of files but not of folders.
  const [inPackage, file] = [
    path.dirname(path.dirname(entry)),
    path.relative(path.dirname(path.dirname(entry)), entry),
  ];
  const rest = quoted(path.sep + path.relative(root, inPackage));
  return `newest=$(ls -1dt ${quoted(folder + path.sep)}*${rest} 2>/dev/null | head -n 1)
try "\${newest%${rest}}"/${quoted(path.relative(root, node))} "$newest"/${quoted(file)} "$@"
`;
}
