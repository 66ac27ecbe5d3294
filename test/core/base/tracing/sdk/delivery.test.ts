import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { expect, test } from 'vitest';
import { watchDelivery } from '../../../../../src/base/tracing/sdk/start-sdk.ts';

test('lost spans are told of once, and again only after others arrived', () => {
  const told: string[] = [];
  const results: ExportResult[] = [];
  let next: ExportResult = { code: ExportResultCode.SUCCESS };
  const { exporter, lost } = watchDelivery({ export: (_, done) => done(next), shutdown: async () => {} }, (why) => {
    told.push(why);
  });
  const send = (): void => exporter.export([], (result) => results.push(result));
  const refused = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
  send();
  next = { code: ExportResultCode.FAILED, error: refused };
  send();
  send();
  lost('no answer');
  expect(told).toEqual(['ECONNREFUSED']);
  next = { code: ExportResultCode.SUCCESS };
  send();
  lost('no answer');
  expect(told).toEqual(['ECONNREFUSED', 'no answer']);
  // Every result must be a success, because the SDK would print a failure.
  expect(results).toEqual(Array(4).fill({ code: ExportResultCode.SUCCESS }));
});
