import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { errorType } from '../error-type.ts';

/** Spans on their way to the collector. */
export interface Delivery {
  /** Reports failures as successes, because the SDK prints each failure, including text from the collector. */
  readonly exporter: SpanExporter;
  /** Call if spans are lost. */
  lost(why: string): void;
}

/** Watches an exporter. `onLost` is called once, and again only after spans have arrived in between. */
export function watchDelivery(to: SpanExporter, onLost: (why: string) => void): Delivery {
  let isAway = false;
  const lost = (why: string): void => {
    if (!isAway) onLost(why);
    isAway = true;
  };
  return {
    exporter: {
      export(spans, done) {
        to.export(spans, ({ code, error }) => {
          if (code === ExportResultCode.FAILED) lost(errorType(error));
          else isAway = false;
          done({ code: ExportResultCode.SUCCESS });
        });
      },
      shutdown: () => to.shutdown(),
    },
    lost,
  };
}
