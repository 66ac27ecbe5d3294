/**
 * Returns MCP_PRUNER_HOME like the launcher, but without its table of variables, which takes too long to load in a
 * hook. `given` comes from the hook's command line.
 */
export function hookHome(env: Readonly<Record<string, string | undefined>>, given: string | undefined): string {
  const user = env['HOME'] || env['USERPROFILE'] || '';
  const home = given || env['MCP_PRUNER_HOME'] || '~/.mcp-pruner';
  return home.replace(/^~(?=$|[/\\])/, user);
}
