import path from 'node:path';
import { type Foreign, foreign } from './foreign-entry.ts';
import type { ModelCheck } from './host.ts';
import { codexHome } from './places.ts';

/**
 * Codex's models of code mode call commands inside scripts. A hook that replaces the result of such a command makes the
 * script fail, so these results stay whole (seen with 0.169.0).
 */
export const CODEX_MODEL: ModelCheck = {
  args: ['debug', 'models'],
  file: (places) => ({ path: path.join(codexHome(places), 'config.toml'), format: 'toml' }),
  whyWhole(printed, settings) {
    const models = modelsIn(printed);
    const set = foreign(foreign(settings['profiles'])[String(settings['profile'])])['model'] ?? settings['model'];
    const model = set === undefined ? defaultOf(models) : models.find(({ slug }) => slug === set);
    if (model === undefined) {
      const which = set === undefined ? 'its model' : `its model ${JSON.stringify(set)}`;
      return `how ${which} calls commands cannot be told (\`codex debug models\`)`;
    }
    if (model['tool_mode'] === undefined || model['tool_mode'] === null) return undefined;
    return `its model "${String(model['slug'])}" runs commands inside scripts, where no hook can shorten them`;
  },
};

function modelsIn(printed: string | undefined): readonly Foreign[] {
  try {
    const { models } = foreign(JSON.parse(printed ?? ''));
    return Array.isArray(models) ? models.map(foreign) : [];
  } catch {
    return [];
  }
}

/** Returns the model that Codex offers first. */
function defaultOf(models: readonly Foreign[]): Foreign | undefined {
  const listed = models.filter(({ visibility }) => visibility === 'list');
  return listed.toSorted((a, b) => Number(a['priority']) - Number(b['priority']))[0];
}
