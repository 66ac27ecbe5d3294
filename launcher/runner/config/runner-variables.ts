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
    allowed: '`1`, `true`, `yes` or `on`, in any case; anything else is off',
    effect: 'Whether agents get the tools.',
    parse: (value) => ON.has(value.trim().toLowerCase()),
  },
  JEEVES_PRUNER_URL: {
    fallback: DEFAULT_PRUNER_URL,
    allowed: 'an http or https URL without user name, `embedded`, or empty',
    effect: 'What the server gets as PRUNER_URL. Empty: pruning is off.',
    parse: parsePrunerUrl,
  },
  JEEVES_MCP_PRUNER_PATH: {
    fallback: '',
    allowed: 'a file that can be read',
    effect: 'The server’s entry, run by `node`. Unset: the one of this package, wherever it is installed.',
    parse: (value) => (value === '' || value.includes('\0') ? undefined : value),
  },
};
