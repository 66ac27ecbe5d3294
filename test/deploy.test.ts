import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createWorkerMetrics } from '../worker/routes/metrics/worker-metrics.ts';
import { WORKER_VARIABLES } from '../worker/settings/variables.ts';
import { ROOT } from './runtime/started.ts';
import { findOnPath } from './support/find-on-path.ts';
import { tempDir } from './support/temp-dir.ts';

const DEPLOY = `${ROOT}deploy`;
const textOf = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');
const PROMTOOL = findOnPath('promtool');
const GO = findOnPath('go');
// Debian installs nginx outside the PATH of ordinary users.
const NGINX = findOnPath('nginx') ?? ['/usr/sbin/nginx'].find((file) => existsSync(file));

test('the YAML files parse, and templates do with their expressions filled', () => {
  const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) {
    const text = textOf(file)
      .replaceAll(/^\s*\{\{-? (range|if|end).*\}\}\n/gm, '')
      .replaceAll(/\{\{-? toYaml .*\}\}/g, ' {}')
      .replaceAll(/\{\{.*?\}\}/g, 'x');
    for (const document of parseAllDocuments(text)) {
      expect([file, document.errors]).toEqual([file, []]);
      // A `: ` without quotes made a mapping of a part of the health check.
      const parts = [...commandsIn(document.toJS())].flat();
      expect([file, parts.filter((part) => typeof part !== 'string')]).toEqual([file, []]);
    }
  }
});

/** Yields the commands of containers. */
function* commandsIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (['command', 'args', 'test', 'entrypoint'].includes(name)) yield one;
    else yield* commandsIn(one);
  }
}

test('every image has an exact version', () => {
  const named = [...`${textOf('Dockerfile')}${textOf('compose.yaml')}`.matchAll(/(?:NODE_IMAGE=|image: )(\S+)/g)];
  expect(named.length).toBeGreaterThan(4);
  for (const [, image] of named) expect(image).toMatch(/:(?:\d+\.\d+|RELEASE\.\d)/);
});

test('secrets and history were in the layers of the build', () => {
  const rules = readFileSync(`${ROOT}.dockerignore`, 'utf8').split('\n');
  expect(rules.find((rule) => !rule.startsWith('#'))).toBe('*');
  for (const name of ['deploy', '.git', '.ci']) expect(rules).not.toContain(`!${name}`);
  expect(rules).toContain('**/.env*');
});

test('nginx wrote whole keys into its logs', () => {
  expect(textOf('nginx.conf')).toMatch(/location \/k\/ \{\s+access_log off;\s+error_log \/dev\/null;/);
});

test('the service and every worker of the files start again by themselves', () => {
  expect(readFileSync(`${ROOT}docs/running-the-worker.md`, 'utf8')).toMatch(/Restart=on-failure\s+RestartSec=\d/);
  const { services } = parse(textOf('compose.yaml')) as { services: Record<string, { healthcheck?: object }> };
  expect(services['worker']?.healthcheck).toBeDefined();
});

test('variables that the files set are those of the worker', () => {
  const set = [...`${textOf('compose.yaml')}${textOf('helm/mcp-pruner/values.yaml')}`.matchAll(/\bPRUNER_[A-Z_]+/g)];
  for (const [name] of set) expect(Object.keys(WORKER_VARIABLES)).toContain(name);
});

test('alerts and the dashboard ask for metrics that the worker exposes', () => {
  const metrics = createWorkerMetrics({
    ledger: () => ({ written: 0, dropped: 0, waiting: 0, failures: 0 }),
    counters: () => 'shared',
    skewMs: () => 0,
    server: { reach: () => 'up', waiting: () => 0 },
    upstream: () => undefined,
    startedAt: 0,
  });
  const record = {
    kind: null,
    engine: 'embedded',
    cache: 'hit' as const,
    bytesIn: 1,
    tokensIn: 1,
    tokensOut: 1,
    durationMs: 1,
  };
  metrics.countPrune({ ...record, at: 0, team: 't', key: 'k', tool: 'prune', outcome: 'ok' });
  metrics.countRequest({ team: 't', key: 'k', route: '/prune', status: 429, failure: 'rate_limited' });
  const root = { kind: 'root', team: 'root', key: 'root', scopes: new Set() } as never;
  const kept = [{ team: 't', artifacts: 1, bytes: 1, maxBytes: 1, ttlMs: 1 }];
  const exposed = metrics.exposeTo(root, kept);
  const { groups } = parse(textOf('alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
  const { panels } = JSON.parse(textOf('grafana.json')) as { panels: { targets: { expr: string }[] }[] };
  const asked = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)];
  const named = asked.flatMap(({ expr }) => expr.match(/\bmcp_pruner_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect(exposed).toContain(name);
});

test.skipIf(PROMTOOL === undefined)('Prometheus takes the alert rules', () => {
  expect(
    execFileSync(PROMTOOL ?? '', ['check', 'rules', path.join(DEPLOY, 'alerts.yaml')], { encoding: 'utf8' }),
  ).toContain('SUCCESS');
});

const CHART = path.join(DEPLOY, 'helm/mcp-pruner');
const CLASSES: Readonly<Record<string, new (it: never) => { validate(): void }>> = {
  ...{ Deployment, HorizontalPodAutoscaler, Ingress, Job, NetworkPolicy, PodDisruptionBudget, Service, ServiceMonitor },
};
const EVERYTHING = { networkPolicy: { enabled: true }, serviceMonitor: { enabled: true }, ingress: { enabled: true } };

/** Renders the chart by Go's templates, of which Helm's are made, and returns what it declares. */
function render(changes: Readonly<Record<string, object>>): readonly { readonly kind: string }[] {
  const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Record<string, object>;
  const merged = Object.entries(changes).map(([name, change]) => [name, { ...values[name], ...change }]);
  const input = JSON.stringify({
    Values: { ...values, ...Object.fromEntries(merged) },
    Release: { Name: 'pruner', Service: 'Helm' },
    Chart: { AppVersion: '1.2.3' },
  });
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };
  const args = ['run', `${ROOT}test/deploy/render.go`, `${CHART}/templates`];
  const { stdout, stderr, status } = spawnSync(GO ?? '', args, { input, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
}

test.skipIf(GO === undefined).each([
  ['with its own values', {}, 5],
  ['with everything switched on', { ...EVERYTHING, env: { PRUNER_MAX_BODY_BYTES: '1000' } }, 8],
])('the chart %s declares what Kubernetes takes', (_, changes, count) => {
  const made = render(changes);
  expect(made).toHaveLength(count);
  for (const { kind, ...rest } of made) {
    const Class = CLASSES[kind];
    if (Class === undefined) throw new Error(`no schema of "${kind}"`);
    new Class({ kind, ...rest } as never).validate();
  }
  expect(JSON.stringify(made)).toMatch(/"image":"mcp-pruner:1\.2\.3"/);
  for (const token of JSON.stringify(made).match(/automountServiceAccountToken":\w+/g) ?? [])
    expect(token).toMatch(/false$/);
});

test.skipIf(NGINX === undefined)('nginx takes its file', () => {
  const folder = tempDir();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, `pid ${folder}/pid; error_log stderr; events {} http { include ${DEPLOY}/nginx.conf; }`);
  const { status, stderr } = spawnSync(NGINX ?? '', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
});
