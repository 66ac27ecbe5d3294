import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import type { ModelCheck } from '../host.ts';

/** Features of Codex that enable code mode for any model. */
const FEATURES = ['code_mode_only', 'code_mode'];

/**
 * Check for models in Codex's code mode, which run commands inside scripts. The transcript has no exit code of these
 * commands, so the hook leaves their results whole (seen with 0.171.0).
 */
export const MODEL_CHECK: ModelCheck = {
  args: ['debug', 'models'],
  whyWhole(printed, settings) {
    const feature = FEATURES.find((name) => firstOf(settings, (one) => asJsonObject(one['features'])[name]) === true);
    if (feature !== undefined) return `stay whole: "features.${feature}" lets its model run commands inside scripts`;
    const models = modelsIn(printed);
    const profile = String(firstOf(settings, (one) => one['profile']));
    const set =
      firstOf(settings, (one) => asJsonObject(asJsonObject(one['profiles'])[profile])['model']) ??
      firstOf(settings, (one) => one['model']);
    const model = set === undefined ? defaultOf(models) : models.find(({ slug }) => slug === set);
    if (model === undefined) {
      const which = set === undefined ? 'its model runs' : `its model ${JSON.stringify(set)} runs`;
      return `may stay whole: whether ${which} commands inside scripts is unknown (\`codex debug models\`)`;
    }
    if (model['tool_mode'] === undefined || model['tool_mode'] === null) return undefined;
    return `stay whole: its model "${String(model['slug'])}" runs commands inside scripts`;
  },
};

/** Returns the first value that is set. */
function firstOf(settings: readonly JsonObject[], value: (one: JsonObject) => unknown): unknown {
  return settings.map(value).find((one) => one !== undefined);
}

function modelsIn(printed: string | undefined): readonly JsonObject[] {
  try {
    const { models } = asJsonObject(JSON.parse(printed ?? ''));
    return Array.isArray(models) ? models.map(asJsonObject) : [];
  } catch {
    return [];
  }
}

/** Returns the model that Codex offers first. */
function defaultOf(models: readonly JsonObject[]): JsonObject | undefined {
  const listed = models.filter(({ visibility }) => visibility === 'list');
  return listed.toSorted((a, b) => Number(a['priority']) - Number(b['priority']))[0];
}
