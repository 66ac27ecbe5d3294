import { access, constants } from 'node:fs/promises';
import { type Proxies, ProxyError, proxiesIn, shownProxy } from '../../platform/web/proxies.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { saidBy, surroundingsOf } from './surroundings.ts';

type Environment = Installation['env'];

/** Checks the proxies and certificate authorities of outgoing requests. */
export const checkNetwork: Check = async (installation) => {
  const found = await Promise.all(surroundingsOf(installation).map(({ who, all }) => networkOf(who, all)));
  const [shell, ...hosts] = found;
  // List a host only if its proxies or certificates differ from the shell's.
  return [
    ...(shell ?? []),
    ...hosts.flat().filter(({ message }) => !shell?.some((one) => message.endsWith(one.message))),
  ];
};

async function networkOf(who: string, env: Environment): Promise<readonly CheckResult[]> {
  const id = 'network';
  const fault = await certificateFault(env);
  const certificates: readonly CheckResult[] =
    fault === undefined
      ? []
      : [{ id, status: 'FAIL', message: saidBy(who) + fault, fix: 'set it to a readable PEM file' }];
  try {
    return [
      {
        id,
        status: 'PASS',
        message: saidBy(who) + inForce(proxiesIn(env), env, Boolean(env['NODE_EXTRA_CA_CERTS']) && fault === undefined),
      },
      ...certificates,
    ];
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    const fix = 'set it to a URL such as http://proxy.example:3128';
    return [{ id, status: 'FAIL', message: saidBy(who) + error.message, fix }, ...certificates];
  }
}

function inForce(proxies: Proxies | undefined, env: Environment, isReadable: boolean): string {
  const { httpProxy: http, httpsProxy: https = http, noProxy = '' } = proxies ?? {};
  const via = [
    ...(http === undefined ? [] : [`http: through ${shownProxy(http)}`]),
    ...(https === undefined ? [] : [`https: through ${shownProxy(https)}`]),
    ...(noProxy === '' ? [] : [`directly to ${noProxy}`]),
  ];
  const more = [
    ...(isReadable ? [`NODE_EXTRA_CA_CERTS is ${env['NODE_EXTRA_CA_CERTS']}`] : []),
    ...(env['DOCKER_HOST'] ? [`DOCKER_HOST is ${env['DOCKER_HOST'].replace(/\/\/[^/@]*@/, '//')}`] : []),
  ];
  return [via.length === 0 ? 'requests use no proxy' : `requests go ${via.join(', ')}`, ...more].join('; ');
}

async function certificateFault(env: Environment): Promise<string | undefined> {
  const file = env['NODE_EXTRA_CA_CERTS'];
  if (!file) return undefined;
  const isReadable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  return isReadable ? undefined : `cannot read NODE_EXTRA_CA_CERTS: no readable file at ${JSON.stringify(file)}`;
}
