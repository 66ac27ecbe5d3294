/**
 * Returns MCP_PRUNER_HOME as the launcher does, but without loading the launcher's table of variables, which takes too
 * long in a hook. `given` comes from the hook's command line.
 */
export function hookHome(env: Readonly<Record<string, string | undefined>>, given: string | undefined): string {
  const user = env['HOME'] || env['USERPROFILE'] || '';
  const home = given || env['MCP_PRUNER_HOME'] || '~/.mcp-pruner';
  return home.replace(/^~(?=$|[/\\])/, user);
}
