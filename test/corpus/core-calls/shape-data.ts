import type { Note } from '../call.ts';
import { everyOf, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import { readMcpResults } from '../inputs/mcp-results.ts';
import { SHAPED_DATA } from '../inputs/shaped-data.ts';
import { type Core, outcomeOf } from './core-module.ts';

/** Records results within limits, made from data, texts and real servers' answers. */
export async function shapeData(core: Core, note: Note): Promise<void> {
  const options: Readonly<Record<string, object>> = {
    plain: {},
    small: { limits: { maxBytes: 1024 } },
    strict: { limits: { maxArrayItems: 4, maxStringLength: 60, maxJsonDepth: 3, maxLogLines: 9, maxKeys: 5 } },
    text: { structured: false, limits: { maxBytes: 2048 } },
    failed: { success: false, domain: 'Odd Domain!', artifactTool: 'mcp_artifact' },
    asked: { question: 'row 77 critical name', limits: { maxBytes: 3000 } },
    impossible: { limits: { maxBytes: 3 } },
  };
  const servers = Object.fromEntries(readMcpResults().map(({ id, result }) => [id, result]));
  const texts = Object.fromEntries(everyOf(readLabelledOutputs(), 9).map(({ id, text }) => [id, text]));
  for (const [name, data] of Object.entries({ ...SHAPED_DATA, ...servers, ...texts })) {
    for (const [how, more] of Object.entries(options)) {
      const artifacts = how === 'text' ? undefined : core.createMemoryArtifactStore();
      const given = { summary: `About ${name}\nin two lines`, artifacts, ...more };
      note(`wrap ${name}, ${how}`, more, await outcomeOf(() => core.wrapResponse(data, given)));
    }
    note(`truncate ${name}`, {}, await outcomeOf(() => core.truncateResponse(data, { maxBytes: 2000 })));
  }
  for (const { id, text } of everyOf(readLabelledOutputs(), 3, 1)) {
    note(`fit ${id}`, 2000, core.fitLines(text, { bytes: 2000 }));
    note(`fit ${id} narrowly`, 150, core.fitLines(text, { bytes: 150, markers: 'plain', firstLine: 40 }));
  }
  await shapeLists(core, note);
}

async function shapeLists(core: Core, note: Note): Promise<void> {
  const items = Array.from({ length: 37 }, (_, at) => ({
    ...{ id: `item-${at}`, title: `Item ${at}`, severity: at % 5 === 0 ? 'high' : 'low' },
  }));
  let cursor: string | undefined;
  do {
    const options = { domain: 'item', labelField: 'title', severityField: 'severity', cursor };
    const page = core.paginatedListResponse(items, options);
    note(`list after ${cursor}`, options, page);
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  note(
    'list after a forged cursor',
    {},
    (await outcomeOf(() => core.paginatedListResponse(items, { domain: 'item', cursor: 'x' }))) ?? null,
  );
  for (const count of [0, 3, 37]) {
    const artifacts = core.createMemoryArtifactStore();
    const findings = items.slice(0, count).map(({ id, severity, title }) => ({ id, severity, label: title }));
    note(
      `scan of ${count}`,
      {},
      await outcomeOf(() => core.scanResponse(findings, { action: 'Found bugs', artifacts })),
    );
    const trace = {
      traceId: 't',
      status: count === 3 ? 'failed' : 'ok',
      durationMs: 12,
      events: items.slice(0, count),
    };
    const error = count === 3 ? { error: { message: 'broken' } } : {};
    note(`trace of ${count}`, {}, await outcomeOf(() => core.traceResponse({ ...trace, ...error }, { artifacts })));
    note(`summary of ${count}`, {}, core.createSummary('Found bugs', { count, bySeverity: { high: count, low: 0 } }));
  }
}
