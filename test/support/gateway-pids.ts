import { readdirSync, readFileSync } from 'node:fs';

/** Processes of `mcp-pruner gateway` for a home. */
export function gatewayPids(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => textOfProc(pid, 'cmdline').includes('\0gateway\0'))
    .filter((pid) => textOfProc(pid, 'environ').includes(`MCP_PRUNER_HOME=${home}`))
    .map(Number);
}

function textOfProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
