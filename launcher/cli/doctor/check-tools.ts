import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { defersTools } from '../../setup/defers-tools.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { Check } from './check.ts';

/** Checks that Claude Code's model sees our tools without searching, and may call the read-only ones. */
export const checkTools: Check = async ({ places, setups, launch }) => {
  const setup = setups.find(({ host }) => host.name === 'claude-code');
  const server = setup?.servers.find(({ enabled }) => enabled);
  if (places === undefined || setup === undefined || server === undefined) return [];
  const id = 'claude-code-tools';
  if (await defersTools('claude-code', places, launch())) {
    const message = 'Claude Code shows its model the names of mcp-pruner’s tools alone, until one is asked for';
    return [{ id, status: 'WARN', message, fix: 'mcp-pruner init --claude-code' }];
  }
  if (await mayCall(setup.host, server.name, places)) {
    return [
      {
        id,
        status: 'PASS',
        message: 'Claude Code’s model sees mcp-pruner’s tools, and may call those that change nothing',
      },
    ];
  }
  const message = 'Claude Code asks you before each call of mcp-pruner’s tools; with `claude -p` it refuses them';
  return [{ id, status: 'INFO', message, fix: 'mcp-pruner init --claude-code --allow' }];
};

async function mayCall({ setup }: SetupHost, server: string, places: Places): Promise<boolean> {
  const allowed = new Set<unknown>();
  const wanted: string[] = [];
  for (const project of [true, false]) {
    const file = setup.permissions?.(places, project, { name: server, file: '' });
    if (file === undefined) continue;
    wanted.push(...file.items.map(({ name }) => name));
    const read = await readHostFile({ path: file.path, format: 'json' });
    const list = read.ok ? asJsonObject(asJsonObject(read.root)['permissions'])['allow'] : undefined;
    for (const one of Array.isArray(list) ? list : []) allowed.add(one);
  }
  return allowed.has(`mcp__${server}`) || wanted.every((tool) => allowed.has(tool));
}
