import path from 'node:path';
import type { Places } from '../places.ts';

export function copilotHome({ env, home }: Pick<Places, 'env' | 'home'>): string {
  return env['COPILOT_HOME'] || path.join(home, '.copilot');
}
