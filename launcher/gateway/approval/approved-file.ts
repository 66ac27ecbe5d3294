import path from 'node:path';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { openServersFile } from '../../platform/files/servers-file.ts';
import type { Timers } from '../../platform/timers.ts';

/** Definitions that the user trusts: for each server, a text by tool name. */
export type Approved = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** File of approvals in the home folder, readable by its owner only. */
export type ApprovedFile = ReturnType<typeof openApprovedFile>;

export const APPROVED_FILE = 'approved.json';

export function openApprovedFile(home: string, timers: Timers) {
  const file = openServersFile<Approved[string]>({
    ...{ file: path.join(home, APPROVED_FILE), timers, again: 'approve the tools' },
    isEntry: (tools) => isJsonObject(tools) && Object.values(tools).every((one) => typeof one === 'string'),
  });
  return {
    /** Rejects if the file exists but cannot be read. Then nothing counts as approved. */
    read: file.read,
    /** Replaces a server's definitions by the result of `change`; undefined leaves them unchanged. */
    update: (
      server: string,
      change: (known: Approved[string] | undefined) => Approved[string] | undefined,
    ): Promise<Approved> =>
      file.update((all) => {
        const next = change(Object.hasOwn(all, server) ? all[server] : undefined);
        return next === undefined ? all : { ...all, [server]: next };
      }),
  };
}
