import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { DEMO, withDemoServer } from '../demo-server.ts';
import { drawPicture } from './draw-picture.ts';
import { shownLines } from './shown-line.ts';

const FOLDER = fileURLToPath(new URL('../../../.readme', import.meta.url));

async function read(client: Client, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = (await client.callTool({ name: 'read', arguments: args })) as CallToolResult;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** `node test/clients/picture/picture.ts`: asks the built server the demo's question and draws the answer. */
await withDemoServer(async (client) => {
  const { file, question } = DEMO;
  const pruned = await read(client, { file_path: file, context_focus_question: question });
  const count = await loadO200k();
  const tokens = { before: count(await read(client, { file_path: file })), after: count(pruned) };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/picture.svg`, drawPicture({ file, question, lines: shownLines(pruned), ...tokens }));
  process.stdout.write(`.readme/picture.svg: ${tokens.after} of ${tokens.before} tokens\n`);
});
