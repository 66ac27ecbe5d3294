import { type Initialized, initialize } from '../../src/mcp/initialize.ts';
import type { ServerOffer } from '../../src/mcp/server-offer.ts';
import type { OtherServers } from '../tools/calls/other-servers.ts';
import { TOOL_NAMES } from '../tools/catalog.ts';

const SERVER_NAME = '@jeeves/mcp-pruner';

export const INSTRUCTIONS: string = `${TOOL_NAMES.slice(0, -1).join(', ')} and ${TOOL_NAMES.at(-1)} take an optional context_focus_question: ask what you want to know and only the lines that answer it come back. Use it for files and output of more than about 100 lines; leave it out to edit or to see everything. A gap shows as "(filtered N lines: a-b)"; read with start_line and end_line fills it.`;

export const KEPT: string = 'Where a result names an artifact, the tool artifact gives back all of it.';

/** Features of the launcher that clients are offered. */
export interface Offers {
  /** True if artifacts are stored. */
  readonly keeps?: boolean;
  /** True if `artifact` is the only tool listed. Default false. */
  readonly onlyArtifact?: boolean;
  /** Project of the context tools in which calls are recorded. Undefined if none are. */
  readonly project?: string | undefined;
  /** Gateway to other servers, if there is one. */
  readonly gateway?: Pick<OtherServers, 'capabilities' | 'isConfigured'> | undefined;
  /** Text about those servers for the model. */
  readonly told?: string | undefined;
}

/** Describes the launcher and its capabilities. */
export function launcherOffer(
  version: string,
  { keeps = false, onlyArtifact = false, project, gateway, told }: Offers = {},
): ServerOffer {
  // Then no resources are offered for artifacts: some clients add tools of their own for resources, which cost more than ours.
  const isConfigured = gateway?.isConfigured() === true;
  const { resources = {}, ...others } = isConfigured ? gateway.capabilities : {};
  const hasResources = isConfigured || (keeps && !onlyArtifact);
  const recorded = project && `These calls are recorded as context, project_id "${project}".`;
  return {
    serverInfo: { name: SERVER_NAME, title: 'mcp-pruner', version },
    capabilities: { tools: { listChanged: false }, ...(hasResources && { resources }), ...others },
    // The notice at the end of a shortened result says all that a model needs to know of `artifact`.
    instructions: [
      ...(onlyArtifact ? [] : [INSTRUCTIONS, ...(keeps ? [KEPT] : [])]),
      ...toList(recorded),
      ...toList(told),
    ].join(' '),
  };
}

/** Answers `initialize` with the launcher's offers. */
export function initializeLauncher(params: unknown, version: string, offers: Offers = {}): Initialized {
  return initialize(params, launcherOffer(version, offers));
}

const toList = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);
