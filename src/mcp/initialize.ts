import { isJsonObject } from '../base/json/json-object.ts';
import { invalidParams, type ParamsIssue } from './invalid-params.ts';
import { SESSION_VERSIONS } from './protocol-versions.ts';
import { JEEVES, type ServerOffer, withJeeves } from './server-offer.ts';

export interface InitializeResult {
  readonly protocolVersion: string;
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly capabilities: object;
  readonly instructions?: string;
  readonly jeeves: { readonly schemaVersion: number };
}

export type Initialized = Readonly<ReturnType<typeof initialize>>;

interface Asked {
  readonly protocolVersion: string;
  readonly clientInfo?: { readonly name: string };
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** Answers `initialize`. Only `protocolVersion` is required of the params. */
export function initialize(params: unknown, { serverInfo, capabilities, instructions }: ServerOffer) {
  const issues = issuesOf(params);
  if (issues.length > 0) throw invalidParams('initialize', undefined, issues);
  const { protocolVersion, clientInfo, capabilities: can } = params as Asked;
  const agreed = SESSION_VERSIONS.find((known) => known === protocolVersion) ?? (SESSION_VERSIONS[0] as string);
  return {
    result: {
      protocolVersion: agreed,
      serverInfo,
      capabilities: withJeeves(capabilities),
      ...(instructions !== '' && { instructions }),
      jeeves: JEEVES,
    },
    clientName: clientInfo?.name,
    /** Capabilities announced by the client. */
    clientCapabilities: can ?? {},
  };
}

/** Hand-written, because this is the one method that must not wait for zod to load. Uses zod's issue codes. */
function issuesOf(params: unknown): ParamsIssue[] {
  if (!isJsonObject(params)) return [{ path: '', code: 'invalid_type' }];
  const { protocolVersion, clientInfo, capabilities } = params;
  const wrong: string[] = [];
  if (typeof protocolVersion !== 'string') wrong.push('protocolVersion');
  if (capabilities !== undefined && !isJsonObject(capabilities)) wrong.push('capabilities');
  if (clientInfo !== undefined && !isJsonObject(clientInfo)) wrong.push('clientInfo');
  if (isJsonObject(clientInfo)) {
    if (typeof clientInfo['name'] !== 'string') wrong.push('clientInfo.name');
    if (!isOptionalString(clientInfo['version'])) wrong.push('clientInfo.version');
  }
  return wrong.map((path) => ({ path, code: 'invalid_type' }));
}

const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string';
