import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the `mcp-pruner gateway` of a home folder. */
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
    // The process has ended.
    return '';
  }
}
