import { asJsonObject, isJsonObject } from '../../src/base/json/json-object.ts';
import type { Launch } from '../hosts/launch.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { isInstalled, SETUP_HOSTS, type SetupHost } from './find-hosts.ts';
import { isOurServer, launchOf } from './is-our-server.ts';

/** A server in a host's file that is this program. */
export interface OwnServer {
  readonly name: string;
  readonly file: string;
  readonly launch: Launch;
  readonly enabled: boolean;
}

/** Our servers in one host's configuration. */
export type FoundSetup = Readonly<Awaited<ReturnType<typeof findSetup>>>;

/** Searches the files of every host, read-only. */
export function findSetups(places: Places, own: Launch, name: string): Promise<readonly FoundSetup[]> {
  return Promise.all(SETUP_HOSTS.map((host) => findSetup(host, places, own, name)));
}

async function findSetup(host: SetupHost, places: Places, own: Launch, name: string) {
  // If the project is the home folder, a project file and the user's own are the same file. Search it once.
  const known = host.files(places);
  const once = known.filter((file, at) => !known.slice(at + 1).some((later) => later.path === file.path));
  const files = await Promise.all(once.map(async (file) => ({ file, read: await readHostFile(file) })));
  const found = files.flatMap(({ file, read }) => {
    const root = read.ok ? (read.root ?? {}) : {};
    const named = file.serversIn(root).flatMap((servers) => Object.entries(asJsonObject(servers)));
    return named.map(([key, raw]) => ({ file: file.path, name: key, raw }));
  });
  const ours = found.filter(({ raw }) => isOurServer(host, raw, own));
  return {
    host,
    installed: await isInstalled(host, places),
    /** Our servers in the host's files; the project's files come first. */
    servers: ours.flatMap(({ file, name: key, raw }) => {
      const launch = launchOf(host, raw);
      if (launch === undefined || !isJsonObject(raw)) return [];
      return [{ name: key, file, launch, enabled: host.toEntry(raw).enabled !== false }];
    }),
    /** Servers of others that have our default name, or start instead of ours, because the project's files win. */
    taken: found.filter((one, at) => {
      if (ours.includes(one)) return false;
      const namesakes = ours.filter((own) => own.name === one.name);
      return namesakes.length === 0 ? one.name === name : namesakes.every((own) => found.indexOf(own) > at);
    }),
    /** Reasons why files could not be read. */
    faults: files.flatMap(({ read }) => (read.ok ? [] : [read.message])),
  };
}
