import { expect, test } from 'vitest';
import { createLazyHooks } from '../../../launcher/hooks/lazy-hooks.ts';
import { openHooks } from '../../../launcher/hooks/open-hooks.ts';
import { readConfig } from '../../../launcher/platform/settings/config.ts';
import { systemTimers } from '../../../launcher/platform/timers.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { endedCommand } from '../hosts/codex/codex-session.ts';
import { realHook } from './real-hook.ts';

test('what could not be loaded once is loaded with the next hook', async () => {
  const folder = tempDir();
  const env = {
    HOME: folder,
    MCP_PRUNER_HOOKS: 'on',
    MCP_PRUNER_HOOK_CUTS: 'more',
    MCP_PRUNER_HOOK_TIMEOUT_MS: '60000',
  };
  let opened = 0;
  const door = createLazyHooks({
    onFault: () => {},
    open: async () => {
      if (++opened === 1) throw new Error('EMFILE');
      const given = { artifacts: createMemoryArtifactStore(), ledger: undefined, timers: systemTimers, log: () => {} };
      return openHooks(readConfig(env, folder), given);
    },
  });
  const call = { host: 'codex', ...endedCommand(folder) };
  await expect(door.call(call)).rejects.toThrow('EMFILE');
  expect(JSON.stringify(await door.call(call))).toContain('update_refund');
  await door.call(call);
  expect(opened).toBe(2);
});

test('where results are shortened, the engine is loaded before the first hook comes', async () => {
  const folder = tempDir();
  const pruned: number[] = [];
  const pruner = createEmbeddedPruner();
  const { options } = realHook();
  const given = { onFault: () => {}, open: async () => ({ ...options, pruner: counted }) };
  const counted: Pruner = {
    prune: (request, ...rest) => {
      pruned.push(request.text.length);
      return pruner.prune(request, ...rest);
    },
  };
  for (const isWarm of [false, true]) {
    const hooks = createLazyHooks({ ...given, isWarm });
    hooks.greet('claude-code');
    hooks.warm();
    hooks.warm();
    await hooks.close();
    // Once for lines to cut, and once for lines that were shown before.
    expect(pruned).toHaveLength(isWarm ? 2 : 0);
  }
  const hooks = createLazyHooks({ ...given, isWarm: true });
  hooks.warm();
  expect(JSON.stringify(await hooks.call({ host: 'codex', ...endedCommand(folder) }))).toContain('update_refund');
  await hooks.close();
});
