import { expect, test } from 'vitest';
import { readSdkSettings } from '../../../../../src/base/tracing/sdk/start-sdk.ts';

function read(env: Readonly<Record<string, string>>) {
  const warnings: string[] = [];
  const settings = readSdkSettings(
    (name) => env[name],
    (message) => warnings.push(message),
  );
  return { sampler: settings.sampler.toString(), delayMs: settings.delayMs, warnings };
}

const DEFAULT =
  'ParentBased{root=AlwaysOnSampler, remoteParentSampled=AlwaysOnSampler, remoteParentNotSampled=AlwaysOffSampler, localParentSampled=AlwaysOnSampler, localParentNotSampled=AlwaysOffSampler}';

test('the defaults', () => {
  expect(read({})).toEqual({ sampler: DEFAULT, delayMs: 5000, warnings: [] });
});

test.each([
  ['always_off', 'AlwaysOffSampler'],
  ['traceidratio', 'TraceIdRatioBased{0.25}'],
  ['parentbased_traceidratio', DEFAULT.replace('root=AlwaysOnSampler', 'root=TraceIdRatioBased{0.25}')],
])('the sampler %s', (name, sampler) => {
  const env = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.25', OTEL_BSP_SCHEDULE_DELAY: '10' };
  expect(read(env)).toEqual({ sampler, delayMs: 10, warnings: [] });
});

test('values that cannot be used are named, but for URLs, and the defaults are used', () => {
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'me:secret@collector',
    OTEL_TRACES_SAMPLER: 'xray',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
  };
  const { warnings, ...settings } = read(env);
  expect(settings).toEqual({ sampler: DEFAULT, delayMs: 5000 });
  expect(warnings).toEqual([
    'cannot use OTEL_EXPORTER_OTLP_PROTOCOL "grpc": sending http/json instead',
    'cannot use OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https URL',
    'cannot use OTEL_TRACES_SAMPLER_ARG "2": expected a number from 0 to 1',
    'cannot use OTEL_TRACES_SAMPLER "xray": expected one of always_on, parentbased_always_on, always_off, parentbased_always_off, traceidratio, parentbased_traceidratio',
    'cannot use OTEL_BSP_SCHEDULE_DELAY "soon": expected a number from 0 to 600000',
  ]);
});
