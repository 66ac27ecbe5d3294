import { parsePrunerUrl } from '../../platform/settings/pruner-url.ts';
import type { Variable } from '../../platform/settings/variable.ts';
import { DEFAULT_PRUNER_URL } from '../../platform/settings/variables.ts';

const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);

interface RunnerVariables {
  readonly JEEVES_PRUNER_ENABLED: Variable<boolean>;
  readonly JEEVES_PRUNER_URL: Variable<string>;
  readonly JEEVES_MCP_PRUNER_PATH: Variable<string>;
}

/** Environment variables that a runner reads. */
export const RUNNER_VARIABLES: RunnerVariables = {
  JEEVES_PRUNER_ENABLED: {
    fallback: '',
    allowed: '`1`, `true`, `yes` or `on`, in any case; any other value means off',
    effect: 'Gives agents the tools of mcp-pruner.',
    parse: (value) => ON.has(value.trim().toLowerCase()),
  },
  JEEVES_PRUNER_URL: {
    fallback: DEFAULT_PRUNER_URL,
    allowed: 'an http or https URL without a user name or password, `embedded`, or empty',
    effect: 'PRUNER_URL of the server. Empty: no pruning.',
    parse: parsePrunerUrl,
  },
  JEEVES_MCP_PRUNER_PATH: {
    fallback: '',
    allowed: 'a readable file',
    effect: 'Entry file of the server, run by `node`. Default: the entry file of this package.',
    parse: (value) => (value === '' || value.includes('\0') ? undefined : value),
  },
};
