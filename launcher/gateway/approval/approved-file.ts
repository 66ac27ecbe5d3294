import path from 'node:path';
import type { Timers } from '../../process/timers.ts';
import { isJsonObject } from '../connection/is-json-object.ts';
import { openServersFile } from '../servers-file.ts';

/** The definitions that the user trusts: a text for each tool's name, by server. */
export type Approved = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In the home folder, for its owner alone. */
export interface ApprovedFile {
  /** Rejects if the file is there and cannot be read: nothing is taken for approved then. */
  read(): Promise<Approved>;
  /** Puts in the place of a server's definitions what `change` makes of them; undefined leaves them. */
  update(
    server: string,
    change: (known: Approved[string] | undefined) => Approved[string] | undefined,
  ): Promise<Approved>;
}

export const APPROVED_FILE = 'approved.json';

export function openApprovedFile(home: string, timers: Timers): ApprovedFile {
  const file = openServersFile<Approved[string]>({
    ...{ file: path.join(home, APPROVED_FILE), timers, again: 'approve the tools' },
    isEntry: (tools) => isJsonObject(tools) && Object.values(tools).every((one) => typeof one === 'string'),
  });
  return {
    read: file.read,
    update: (server, change) =>
      file.update((all) => {
        const next = change(Object.hasOwn(all, server) ? all[server] : undefined);
        return next === undefined ? all : { ...all, [server]: next };
      }),
  };
}
