import path from 'node:path';
import { homeFolder } from '../../platform/settings/config.ts';
import type { CommandContext, GivenOptions } from '../command.ts';

/** Path of the database file in which `serve` stores its data. */
export function workerDatabase({ env, cwd }: Pick<CommandContext, 'env' | 'cwd'>, given: GivenOptions): string {
  const folder = given['data'] === undefined ? path.join(homeFolder(env, cwd), 'worker') : String(given['data']);
  return path.resolve(cwd, folder, 'worker.sqlite');
}
