import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../../launcher/savings/ledger-record.ts';
import { ROOT } from '../../../runtime/started.ts';
import { answering, startGateway } from '../../../support/gateway.ts';
import { recordedLedger } from '../../../support/recorded-ledger.ts';

const SOURCE = readFileSync(`${ROOT}test/fixtures/sources/tool-call.txt`, 'utf8');
const ASKED = { context_focus_question: 'how is a progress token reported?' };
const SERVERS = { s: answering({ tools: [{ name: 'answer', inputSchema: { type: 'object' } }] }) };
const result = { content: [{ type: 'text', text: SOURCE }] };

test('a call of another server is written down, pruned, cut and whole', async () => {
  const { ledger, recorded } = recordedLedger();
  const { call } = await startGateway(SERVERS, { ledger });
  const small = { content: [], structuredContent: { left: 3 } };
  const pruned = await call('mcp_s_answer', { result, ...ASKED });
  const cut = await call('mcp_s_answer', { result: { content: [{ type: 'text', text: SOURCE.repeat(4) }] } });
  await call('mcp_s_answer', { result: small });
  const call_ = { kind: 'call', tool: 'mcp_s_answer', shadow: false };
  const written = ASKED.context_focus_question;
  expect(await recorded(3)).toEqual([
    { ...call_, raw: SOURCE, shown: pruned.content[0]?.['text'], asked: true, written, shortened: true },
    { ...call_, raw: SOURCE.repeat(4), shown: cut.content[0]?.['text'], asked: false, shortened: true },
    { ...call_, raw: '{"left":3}', shown: '{"left":3}', asked: false, shortened: false },
  ]);
});

test('in shadow mode it comes whole, and what would have been left out is measured', async () => {
  const { ledger, recorded } = recordedLedger();
  const { call, artifacts } = await startGateway(SERVERS, { ledger, shadow: true });
  const long = { content: [{ type: 'text', text: SOURCE.repeat(4) }] };
  expect((await call('mcp_s_answer', { result, ...ASKED })).content).toEqual(result.content);
  await recorded(1);
  expect(await call('mcp_s_answer', { result: long })).toEqual(long);
  const records = (await recorded(2)) as CallRecord[];
  expect(records).toMatchObject([
    { shadow: true, asked: true },
    { shadow: true, asked: false },
  ]);
  for (const { raw, shown } of records) expect(shown.length).toBeLessThan(raw.length);
  expect((await artifacts.usage()).artifacts).toBe(0);
});
