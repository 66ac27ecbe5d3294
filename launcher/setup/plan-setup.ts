import { existsSync } from 'node:fs';
import type { HostFile, Launch } from '../hosts/hosts.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import type { Part } from './edit/part.ts';
import type { FilePlan } from './files/file-plan.ts';
import type { SetupHost } from './find-hosts.ts';
import { isOurServer } from './is-our-server.ts';

export interface SetupOptions {
  readonly places: Places;
  /** Whether the project's files are meant; else the user's own. */
  readonly project: boolean;
  /** The server's name. */
  readonly name: string;
  readonly launch: Launch;
}

/** Of the files of a host: the one that has a server of that name, else the first that is there, else the first. */
export async function serverFileOf(host: SetupHost, { places, project, name }: SetupOptions): Promise<HostFile> {
  const files = host.files(places).filter(({ folder }) => (folder !== undefined) === project);
  for (const file of files) {
    const read = await readHostFile(file);
    const servers = read.ok ? read.root?.[file.key] : undefined;
    if (typeof servers === 'object' && servers !== null && Object.hasOwn(servers, name)) return file;
  }
  const found = files.find(({ path }) => existsSync(path)) ?? files[0];
  if (found === undefined) throw new Error(`The host ${host.name} has no file`);
  return found;
}

/** What a host's file is to have. */
export async function planServer(host: SetupHost, options: SetupOptions): Promise<FilePlan> {
  const { name, launch } = options;
  const { path, format, key } = await serverFileOf(host, options);
  const server = host.setup.toServer({ ...launch, env: { ...host.setup.env, ...launch.env } });
  const isOurs = (raw: unknown): boolean => isOurServer(host, raw, launch);
  const common = { key, name, server, isOurs };
  const part: Part =
    format === 'toml' ? { kind: 'toml', ...common } : { kind: 'json', ...common, newFile: host.setup.newFile ?? {} };
  return { path, hosts: [host.name], parts: [part] };
}

/** What a host's file for its model is to have; undefined where it has no such file. */
export function planInstructions(
  host: SetupHost,
  { places, project }: SetupOptions,
  text: string,
): FilePlan | undefined {
  const file = host.setup.instructions(places, project);
  return file && { path: file.path, hosts: [host.name], parts: [{ kind: 'block', text, head: file.head ?? '' }] };
}
