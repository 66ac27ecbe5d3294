import path from 'node:path';
import type { Places } from '../places.ts';

export function claudeHome({ env, home }: Pick<Places, 'env' | 'home'>): string {
  return env['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude');
}
