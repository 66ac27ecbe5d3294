import { ConfigError, readConfig } from '../../platform/settings/config.ts';
import { VARIABLES } from '../../platform/settings/variables.ts';
import { whyUnknown } from '../unknown-variable.ts';
import type { Check, CheckResult } from './check.ts';
import { saidBy, surroundingsOf } from './surroundings.ts';

/** Checks that all variables that are set have valid values. */
export const checkVariables: Check = async (installation) => {
  const found = surroundingsOf(installation).flatMap(({ who, own }) => [
    ...Object.keys(VARIABLES).flatMap((name) => faultOf(name, own[name], installation.cwd, who)),
    ...Object.keys(own).flatMap((name) => unknownOf(name, who)),
  ]);
  if (found.length > 0) return found;
  const set = Object.keys(VARIABLES).filter((name) => installation.env[name] !== undefined);
  return [{ id: 'variables', status: 'PASS', message: set.length === 0 ? 'none is set' : `valid: ${set.join(', ')}` }];
};

function faultOf(name: string, value: string | undefined, cwd: string, who: string): readonly CheckResult[] {
  if (value === undefined) return [];
  try {
    readConfig({ [name]: value }, cwd);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = who === '' ? `unset ${name}` : `set ${name} in the configuration of ${who} to a valid value`;
    return [{ id: 'variables', status: 'FAIL', message: saidBy(who) + error.message, fix }];
  }
}

function unknownOf(name: string, who: string): readonly CheckResult[] {
  const why = whyUnknown(name);
  if (why === undefined) return [];
  const message = `${saidBy(who)}${name} has no effect: ${why}`;
  return [{ id: 'variables', status: 'WARN', message, fix: 'mcp-pruner --help' }];
}
