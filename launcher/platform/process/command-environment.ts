import { mergedEnvironment, PROXY_VARIABLES } from './child-environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Words that mark a variable as secret if its name contains one between `_`. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  'KEY TOKEN SECRET PASSWORD PASSWD CREDENTIAL CREDENTIALS AUTH HEADERS'.split(' '),
);
/** Prefixes of variables that belong to us, to hosts (agents and editors), or to cloud providers. */
const OTHERS = new RegExp(
  `^(?:${[
    ...['MCP_PRUNER_', 'PRUNER_', 'JEEVES_', 'ARTIFACT_REDACT$'],
    ...[
      'CLAUDE',
      'ANTHROPIC_',
      'CODEX_',
      'OPENAI_',
      'GEMINI_',
      'COPILOT_',
      'CURSOR_',
      'OPENCODE',
      'VSCODE_',
      'ELECTRON_',
    ],
    ...['AWS_', 'AZURE_', 'ARM_', 'GOOGLE_', 'GCLOUD_', 'GCP_', 'CLOUDSDK_', 'CLOUDFLARE_', 'CF_', 'DIGITALOCEAN_'],
    ...[
      'HEROKU_',
      'VERCEL_',
      'NETLIFY_',
      'FLY_',
      'OCI_',
      'ALIBABA_',
      'ALICLOUD_',
      'TENCENTCLOUD_',
      'HCLOUD_',
      'LINODE_',
    ],
  ].join('|')})`,
  'i',
);
/** Matches a URL with a password. */
const WITH_PASSWORD = /^[a-z][\w+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i;
/** The value is only a path, and the service behind it checks access itself. */
const HARMLESS: ReadonlySet<string> = new Set(['SSH_AUTH_SOCK']);
/** Variable in which a user lists variables to add or remove. */
const BASH_ENV = 'MCP_PRUNER_BASH_ENV';

/** A name to pass on, or one to leave out if it starts with `-`. A trailing `*` matches any suffix. */
const RULE = /^-?[A-Za-z_][A-Za-z0-9_]*\*?$/;

/** True for a valid value of `MCP_PRUNER_BASH_ENV`: rules separated by commas. */
export function isBashEnv(value: string): boolean {
  return value === '' || value.split(',').every((rule) => RULE.test(rule.trim()));
}

/**
 * Returns the environment of an agent's command: the server's environment without secrets, changed by
 * `MCP_PRUNER_BASH_ENV`, then all `overrides`. Proxies are included even if their URL contains a password, because
 * without them the command may reach no network.
 */
export function commandEnvironment(parent: Environment, overrides: Environment = {}): Record<string, string> {
  const rules = (parent[BASH_ENV] ?? '').split(',').map((rule) => rule.trim());
  const named = (name: string, sign: '' | '-'): boolean =>
    rules.some((rule) => rule.startsWith('-') === (sign === '-') && matches(rule.replace(/^-/, ''), name));
  const passed = Object.entries(parent).filter(([name, value]) => {
    if (named(name, '-')) return false;
    return named(name, '') || !isSecret(name, value ?? '');
  });
  return mergedEnvironment(Object.fromEntries(passed), overrides);
}

/** Replaces passwords of proxies in a text, because a command may print them. */
export function withoutProxyPasswords(text: string, environment: Environment): string {
  return proxyPasswords(environment).reduce((left, password) => left.replaceAll(password, '[redacted]'), text);
}

/** Returns the passwords in the URLs of proxies, as spelled there. */
export function proxyPasswords(environment: Environment): readonly string[] {
  return Object.entries(environment)
    .filter(([name]) => isProxy(name))
    .flatMap(([, value = '']) => /\/\/[^/@\s:]*:([^/@\s]+)@/.exec(value)?.[1] ?? []);
}

function matches(rule: string, name: string): boolean {
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : rule === name;
}

const isProxy = (name: string): boolean => PROXY_VARIABLES.includes(name.toUpperCase());

function isSecret(name: string, value: string): boolean {
  if (HARMLESS.has(name) || isProxy(name)) return false;
  if (OTHERS.test(name) || WITH_PASSWORD.test(value)) return true;
  return name.split('_').some((word) => SECRET_WORDS.has(word.toUpperCase()));
}
