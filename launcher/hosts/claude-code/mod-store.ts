import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import type { WholeReason } from '../../../src/unasked/whole-reasons.ts';
import type { HookMode } from '../../platform/settings/variables.ts';
import type { HostCounts } from '../host.ts';
import type { UserPlaces } from '../recordings.ts';
import { claudeHome } from './claude-home.ts';

const MODES: Readonly<Record<string, HookMode>> = { on: 'on', off: 'off' };

/** Reads the counts that our plugin keeps in Claude Code's store of plugins; undefined if it never ran. */
export async function readModCounts(places: UserPlaces): Promise<HostCounts | undefined> {
  const stores = await readStores(path.join(claudeHome(places), 'plugins', 'store'));
  const sessions = stores.flatMap((store) =>
    Object.entries(store).flatMap(([key, counts]) => (key.startsWith('session ') ? [asJsonObject(counts)] : [])),
  );
  if (sessions.length === 0) return undefined;
  const sum = (name: string): number => sessions.reduce((total, counts) => total + Number(counts[name] ?? 0), 0);
  const whole: Partial<Record<WholeReason, number>> = {};
  for (const counts of sessions)
    for (const [reason, results] of Object.entries(asJsonObject(counts['whole'])) as [WholeReason, number][])
      whole[reason] = (whole[reason] ?? 0) + results;
  const chosen = stores.map((store) => MODES[String(asJsonObject(store['settings'])['mode'])]);
  return {
    ...{ sessions: sessions.length, results: sum('results'), shortened: sum('shortened') },
    ...{ saved: sum('saved'), wouldSave: sum('wouldSave'), whole, mode: chosen.find((mode) => mode !== undefined) },
  };
}

/** Reads the stores of our plugin. Each place that it was installed from has its own. */
async function readStores(folder: string): Promise<readonly JsonObject[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^mcp-pruner_.*\.json$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '{}')));
  return texts.map((text) => {
    try {
      return asJsonObject(JSON.parse(text));
    } catch {
      return {};
    }
  });
}
