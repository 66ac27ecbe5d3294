import { type Initialized, initialize } from '../../src/mcp/initialize.ts';
import type { ServerOffer } from '../../src/mcp/server-offer.ts';
import type { OtherServers } from '../tools/calls/other-servers.ts';

const SERVER_NAME = '@jeeves/mcp-pruner';

export const INSTRUCTIONS: string =
  'read, bash and grep take an optional context_focus_question: ask what you want to know and only the lines that answer it come back. Use it for files and output of more than about 100 lines; leave it out to edit or to see everything. A gap shows as "(filtered N lines: a-b)"; read with start_line and end_line fills it.';

export const KEPT: string = 'Where a result names an artifact, the tool artifact gives back all of it.';

/** Features of the launcher that clients are offered. */
export interface Offers {
  /** True if artifacts are stored. */
  readonly keeps?: boolean;
  /** True if `artifact` is the only tool listed. Default false. */
  readonly onlyArtifact?: boolean;
  /** Gateway to other servers, if there is one. */
  readonly gateway?: Pick<OtherServers, 'capabilities' | 'isConfigured'> | undefined;
  /** Text about those servers for the model. */
  readonly told?: string | undefined;
}

/** Describes the launcher and its capabilities. `tasks` is true if the client supports tasks. */
export function launcherOffer(
  version: string,
  { keeps = false, onlyArtifact = false, gateway, told }: Offers = {},
  tasks = false,
): ServerOffer {
  // Then no resources are offered for artifacts: some clients add tools of their own for resources, which cost more than ours.
  const isConfigured = gateway?.isConfigured() === true;
  const { resources = {}, ...others } = isConfigured ? gateway.capabilities : {};
  const hasResources = isConfigured || (keeps && !onlyArtifact);
  return {
    serverInfo: { name: SERVER_NAME, title: 'mcp-pruner', version },
    capabilities: {
      tools: { listChanged: false },
      ...(hasResources && { resources }),
      ...others,
      ...(tasks && { tasks: TASKS_OFFERED }),
    },
    // The notice at the end of a shortened result says all that a model needs to know of `artifact`.
    instructions: [...(onlyArtifact ? [] : [INSTRUCTIONS, ...(keeps ? [KEPT] : [])]), ...toList(told)].join(' '),
  };
}

/** Answer to `initialize`, and the facts about the client that determined it. */
export interface LauncherInitialized extends Initialized {
  readonly tasks: boolean;
}

/** Answers `initialize` with the launcher's offers. */
export function initializeLauncher(params: unknown, version: string, offers: Offers = {}): LauncherInitialized {
  const tasks = offers.gateway?.isConfigured() === true && hasTasks(params);
  return { ...initialize(params, launcherOffer(version, offers, tasks)), tasks };
}

const toList = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);

/** The first protocol version with tasks. */
const SINCE = '2025-11-25';

/** Task capabilities offered to a client that supports tasks. */
const TASKS_OFFERED: object = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/**
 * True if a client supports tasks, by its params of `initialize`: it requests 2025-11-25 or later and declares `tasks`,
 * with any content. The specification has no capability for a client that starts tasks, only for one that runs them
 * ("Tasks", "Capability Negotiation"). But a tool that runs only as a task is useless to a client without tasks, so such
 * a client does not see it in lists.
 */
function hasTasks(params: unknown): boolean {
  const { protocolVersion, capabilities } = (params ?? {}) as {
    readonly protocolVersion?: unknown;
    readonly capabilities?: { readonly tasks?: unknown } | null;
  };
  const tasks = capabilities?.tasks;
  return typeof protocolVersion === 'string' && protocolVersion >= SINCE && typeof tasks === 'object' && tasks !== null;
}
