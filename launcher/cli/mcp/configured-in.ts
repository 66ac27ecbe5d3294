import path from 'node:path';
import { type ConfigLocation, configLocation } from '../../gateway/config/config-location.ts';
import type { CommandContext, GivenOptions } from '../command.ts';

/** Returns the configuration files that a command uses: `--config`, otherwise those from the environment. */
export function configuredIn({ env, cwd }: CommandContext, given: GivenOptions): ConfigLocation {
  const { config, project } = given;
  const named = typeof config === 'string' ? { ...env, MCP_PRUNER_CONFIG: config } : env;
  return configLocation(named, path.resolve(cwd), typeof project === 'string' ? project : undefined);
}
