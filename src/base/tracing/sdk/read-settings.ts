import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** The settings that the SDK leaves to its users. */
export interface SdkSettings {
  readonly sampler: Sampler;
  /** Milliseconds until finished spans are sent together. */
  readonly delayMs: number;
}

type Get = (name: string) => string | undefined;
type Warn = (message: string) => void;

const DELAY_MS = 5_000;
const MAX_DELAY_MS = 600_000;
const PARENT_BASED = 'parentbased_';
/** Samplers of traces that begin here. With the prefix `parentbased_`, a caller's decision takes precedence. */
const ROOTS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};
const SAMPLERS = Object.keys(ROOTS).flatMap((one) => [one, PARENT_BASED + one]);

/** Reads OpenTelemetry's variables. A warning names each value that cannot be used, unless it may hold a secret. */
export function readSdkSettings(get: Get, warn: Warn): SdkSettings {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const protocol = get(name);
    if (protocol !== undefined && protocol !== 'http/json')
      warn(`${complaint(name, protocol)}: sending http/json instead`);
  }
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const url = get(name);
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      warn(`cannot use ${name}: expected an http or https URL`);
  }
  const ratio = readNumber(get, warn, 'OTEL_TRACES_SAMPLER_ARG', 1, 1);
  return { sampler: readSampler(get, warn, ratio), delayMs: readNumber(get, warn, DELAY, MAX_DELAY_MS, DELAY_MS) };
}

const DELAY = 'OTEL_BSP_SCHEDULE_DELAY';

function readSampler(get: Get, warn: Warn, ratio: number): Sampler {
  const given = get('OTEL_TRACES_SAMPLER') ?? `${PARENT_BASED}always_on`;
  const isKnown = SAMPLERS.includes(given);
  if (!isKnown) warn(`${complaint('OTEL_TRACES_SAMPLER', given)}: expected one of ${SAMPLERS.join(', ')}`);
  const name = isKnown ? given : `${PARENT_BASED}always_on`;
  const root = ROOTS[name.replace(PARENT_BASED, '')]?.(ratio) ?? new AlwaysOnSampler();
  return name.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

function readNumber(get: Get, warn: Warn, name: string, max: number, fallback: number): number {
  const given = get(name);
  const value = Number(given ?? fallback);
  if (value >= 0 && value <= max) return value;
  warn(`${complaint(name, given)}: expected a number from 0 to ${max}`);
  return fallback;
}

const complaint = (name: string, value: string | undefined): string => `cannot use ${name} ${JSON.stringify(value)}`;
