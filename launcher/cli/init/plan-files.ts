import type { Launch } from '../../hosts/launch.ts';
import { type FilePlan, mergePlans } from '../../setup/files/file-plan.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import {
  hasItems,
  isInPlace,
  planInstructions,
  planListed,
  planServer,
  planTrust,
  type SetupOptions,
} from '../../setup/plan-setup.ts';
import type { InitRequest } from './init-request.ts';
import type { Withheld } from './withheld.ts';

/** Our parts of the hosts' files. */
export interface Plans {
  readonly plans: readonly FilePlan[];
  /** Hooks and permissions. */
  readonly lists: readonly FilePlan[];
  /** Hooks that must not be present. */
  readonly unwanted: readonly FilePlan[];
}

export interface PlanInput {
  /** Instructions for models. */
  readonly words: string;
  readonly withheld: readonly Withheld[];
}

/** Plans the parts to insert into the hosts' files, or to remove from them. */
export async function planFiles(
  hosts: readonly SetupHost[],
  request: InitRequest,
  options: SetupOptions,
  { words, withheld }: PlanInput,
): Promise<Plans> {
  const { uninstall: out, instructions, hooks } = request;
  const listed = (what: Listed, of: readonly SetupHost[] = hosts): Promise<readonly FilePlan[]> =>
    planAll(of.map((host) => planListed(what, host, options)));
  const harmless = hosts.filter((host) => !withheld.some((one) => one.host === host));
  const servers = await Promise.all(
    hosts.map((host) => planServer(host, options, (said) => toListed(said, host, request, harmless.includes(host)))),
  );
  const texts = hosts.map((host) => planInstructions(host, options, words)).filter((plan) => plan !== undefined);
  const asking = await listed('hooks', harmless);
  const trusted = await planAll(hosts.map((host) => planTrust(host, options)));
  const former = await listed('formerPermissions');
  // A host may keep its hooks in the file of its servers.
  const merged = await mergePlans([
    ...servers,
    ...(out || instructions ? texts : []),
    ...(out ? asking.map(withFormer) : hooks ? asking : []),
    ...trusted,
    ...(out ? former : former.map(({ parts, ...plan }) => ({ ...plan, parts: [], former: parts }))),
    ...(await planAll(hosts.map((host) => planPermissions(host, request, options, harmless.includes(host))))),
  ]);
  const inserted = [
    ...[servers, texts, former],
    ...[(await listed('hooks')).map(withFormer), await listed('permissions')],
  ];
  const possible = await mergePlans(inserted.flat());
  const withEarlier = (plan: FilePlan): FilePlan => {
    const earlier = possible.find(({ path }) => path === plan.path)?.parts ?? plan.parts;
    return { ...plan, earlier };
  };
  // From a file that is not ours, remove only the host's records of trust.
  const plans = merged.filter((plan) => !isList(plan) && (out || plan.parts.length > 0)).map(withEarlier);
  const lists = merged.filter(isList).map(withEarlier);
  // If the version is unknown, existing hooks stay.
  const harmful = withheld.filter(({ reason }) => reason !== 'unknown').map(({ host }) => host);
  const unwanted = hooks ? await listed('hooks', harmful) : [...asking, ...trusted];
  return { plans, lists, unwanted: out ? [] : await mergePlans(unwanted.map(withFormer)) };
}

/** Chooses what our server lists in a host. Its entry has the first variables now. */
function toListed(
  { MCP_PRUNER_TOOLS: said, MCP_PRUNER_HOOKS: mode }: Launch['env'],
  { setup }: SetupHost,
  { uninstall, instructions, hooks, env }: InitRequest,
  isHarmless: boolean,
): string | undefined {
  if (uninstall || setup.hooksSuffice !== true || (env['MCP_PRUNER_HOOKS'] ?? mode) === 'off') return said;
  // The instructions explain all tools.
  if (instructions) return 'all';
  if (hooks && isHarmless) return said ?? 'artifact';
  // An entry keeps its variables, so what an earlier `init` set must be overwritten.
  return said && 'all';
}

type Listed = Parameters<typeof planListed>[0];

async function planAll(planned: readonly Promise<FilePlan | undefined>[]): Promise<readonly FilePlan[]> {
  return (await Promise.all(planned)).filter((plan) => plan !== undefined);
}

const isList = ({ parts }: FilePlan): boolean =>
  parts.length > 0 && parts.every(({ kind }) => kind === 'item' || kind === 'value' || kind === 'rules');

/** Adds what an earlier `init` may have written to what is removed. */
function withFormer({ former = [], unset = [], ...plan }: FilePlan): FilePlan {
  return { ...plan, parts: [...plan.parts, ...former, ...unset] };
}

/** Plans the permissions that let our tools run without asking: the requested ones, or those that existed before. */
async function planPermissions(
  host: SetupHost,
  { uninstall, allow }: InitRequest,
  options: SetupOptions,
  hasHooks: boolean,
): Promise<FilePlan | undefined> {
  const all = await planListed('permissions', host, options);
  if (all === undefined || uninstall || allow) return all;
  const former = await planListed('formerPermissions', host, options);
  if (former !== undefined && (await hasItems(former))) return all;
  const { unasked = [] } = options;
  if (unasked.length === 0 || !hasHooks) return undefined;
  return (await isInPlace(all)) ? all : await planListed('permissions', host, options, unasked);
}
