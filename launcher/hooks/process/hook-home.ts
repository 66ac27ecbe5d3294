/**
 * MCP_PRUNER_HOME as the launcher takes it, without its table of variables, which takes longer to load than a hook may run.
 * `given` is what the hook's command says.
 */
export function hookHome(env: Readonly<Record<string, string | undefined>>, given: string | undefined): string {
  const user = env['HOME'] || env['USERPROFILE'] || '';
  const home = given || env['MCP_PRUNER_HOME'] || '~/.mcp-pruner';
  return home.replace(/^~(?=$|[/\\])/, user);
}
