import path from 'node:path';
import { homeFolder } from '../../config/config.ts';
import type { CommandContext, GivenOptions } from '../command.ts';

/** The file in which `serve` keeps what it stores. */
export function workerDatabase({ env, cwd }: Pick<CommandContext, 'env' | 'cwd'>, given: GivenOptions): string {
  const folder = given['data'] === undefined ? path.join(homeFolder(env, cwd), 'worker') : String(given['data']);
  return path.resolve(cwd, folder, 'worker.sqlite');
}
