import { installed } from './installed.ts';

export const CODEX: string = installed('@openai/codex/bin/codex.js');

export type CodexSettings = Readonly<Record<string, unknown>>;

/** Settings that point Codex at a scripted model. The model's key is in `SCRIPTED_KEY`. */
export function scriptedProvider({ url }: { readonly url: string }): CodexSettings {
  return {
    model_provider: 'scripted',
    'model_providers.scripted.name': 'scripted',
    'model_providers.scripted.base_url': `${url}/v1`,
    'model_providers.scripted.env_key': 'SCRIPTED_KEY',
    'model_providers.scripted.wire_api': 'responses',
  };
}

/** Formats settings as TOML, one per line. JSON strings and arrays are valid TOML. */
export function toToml(settings: CodexSettings): readonly string[] {
  return Object.entries(settings).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
}

/** Arguments that begin a session with these settings. */
export function toExec(settings: CodexSettings): readonly string[] {
  return ['exec', '--skip-git-repo-check', ...toToml(settings).flatMap((line) => ['--config', line])];
}
