import type { Metric, Sample } from './sample.ts';

/** The Content-Type of Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

function toNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function toLine(name: string, { suffix = '', labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${toNumber(value)}\n`;
}

/** Formats the visible samples of metrics in Prometheus' text format 0.0.4. */
export function expose(metrics: readonly Metric[], isVisible: (sample: Sample) => boolean): string {
  return metrics
    .map((metric) => {
      const lines = metric.samples().filter(isVisible);
      const head = `# HELP ${metric.name} ${escapeHelp(metric.help)}\n# TYPE ${metric.name} ${metric.type}\n`;
      return head + lines.map((sample) => toLine(metric.name, sample)).join('');
    })
    .join('');
}
