import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span as it arrived. */
export interface SentSpan {
  readonly service: unknown;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

/** An OTLP receiver: real HTTP, JSON. */
export interface Collector {
  readonly url: string;
  /** Request bodies and headers, as received. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly spans: readonly SentSpan[];
  /** Resolves to the first matching span, received already or later. */
  span(service: string, name: string): Promise<SentSpan>;
}

const KINDS = [undefined, 'internal', 'server', 'client'] as const;

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly kind: number;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

function spansIn({ resourceSpans }: Body): readonly SentSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        service: valuesOf(resource.attributes)['service.name'],
        name: span.name,
        kind: KINDS[span.kind] ?? 'internal',
        trace: span.traceId,
        id: span.spanId,
        parent: span.parentSpanId,
        attributes: valuesOf(span.attributes),
        failed: span.status.code === 2,
      })),
  );
}

/** Listens on loopback until the test ends. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const spans: SentSpan[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void text(request).then((body) => {
      bodies.push(body);
      spans.push(...spansIn(JSON.parse(body) as Body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      for (const look of [...waiting]) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans,
    span: (service, name) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = spans.find((one) => one.service === service && one.name === name);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
