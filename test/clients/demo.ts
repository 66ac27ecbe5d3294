import { parseArgs, styleText } from 'node:util';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { DEMO, withDemoServer } from './demo-server.ts';

const GAP = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/;

type Style = Parameters<typeof styleText>[0];
/** Colors the text if the output is a terminal. */
const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });
const say = (line = ''): void => void process.stdout.write(`${line}\n`);

interface Gap {
  readonly first: number;
  readonly last: number;
}

/** Returns the gaps that a pruned text marks. */
function gapsIn(text: string): readonly Gap[] {
  return text.split('\n').flatMap((line) => {
    const found = GAP.exec(line);
    return found === null ? [] : [{ first: Number(found[2]), last: Number(found[3]) }];
  });
}

async function read(client: Client, args: Readonly<Record<string, unknown>>): Promise<string> {
  say(paint('bold', `read ${JSON.stringify(args)}`));
  const result = (await client.callTool({ name: 'read', arguments: args })) as CallToolResult;
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (result.isError === true) throw new Error(`read failed: ${text}`);
  return text;
}

/** Prints a text indented, with its gaps in color. */
function show(text: string): void {
  for (const line of text.replace(/\n$/, '').split('\n')) say(`  ${GAP.test(line) ? paint('yellow', line) : line}`);
  say();
}

async function demonstrate(client: Client, file: string, question: string): Promise<void> {
  const { name, version } = client.getServerVersion() ?? {};
  say(`Connected to ${name} ${version} over stdio.\n`);

  const pruned = await read(client, { file_path: file, context_focus_question: question });
  show(pruned);
  const gaps = gapsIn(pruned);
  const smallest = gaps.toSorted((a, b) => a.last - a.first - (b.last - b.first))[0];
  if (smallest === undefined) throw new Error('nothing was left out of the answer, so there is nothing to show');
  say(`${gaps.length} gaps: ${gaps.map(({ first, last }) => `${first}-${last}`).join(', ')}. Filling the smallest:\n`);

  const filling = await read(client, { file_path: file, start_line: smallest.first, end_line: smallest.last });
  show(filling);

  const whole = await client.callTool({ name: 'read', arguments: { file_path: file } });
  const [block] = (whole as CallToolResult).content;
  const raw = block?.type === 'text' ? block.text : '';
  const lines = raw.split('\n');
  if (filling !== `${lines.slice(smallest.first - 1, smallest.last).join('\n')}\n`) {
    throw new Error(`lines ${smallest.first}-${smallest.last} came back otherwise than they stand in the file`);
  }
  await getBack(client, pruned, raw);
  const count = await loadO200k();
  const [before, after] = [count(raw), count(pruned)];
  if (after >= before) throw new Error(`the pruned answer has ${after} tokens and the file ${before}`);
  const saved = Math.round((100 * (before - after)) / before);
  say(`Tokens the model is sent: ${before} without the question, ${after} with it.`);
  say(paint('green', `${saved} % saved; with the gap filled ${after + count(filling)} in all.`));
}

/** Reads the whole artifact that a pruned text names, and compares it with the file. */
async function getBack(client: Client, pruned: string, raw: string): Promise<void> {
  const ref = /ax:\/\/read\/[0-9a-f]{32}/.exec(pruned.slice(pruned.lastIndexOf('\n')))?.[0];
  if (ref === undefined) throw new Error('the pruned answer names no artifact');
  say(paint('bold', `resources/read ${JSON.stringify({ uri: ref })}`));
  const [contents] = (await client.readResource({ uri: ref })).contents;
  if (contents === undefined || !('text' in contents) || contents.text !== raw) {
    throw new Error(`${ref} is not the file, byte for byte`);
  }
  say(`  ${Buffer.byteLength(raw)} bytes: all that was left out, byte for byte.\n`);
}

/** `node test/clients/demo.ts [FILE QUESTION]`: shows the built server's main job on a file of this repository. */
async function demo(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file = DEMO.file, question = DEMO.question] = positionals;
  await withDemoServer((client) => demonstrate(client, file, question));
}

demo().catch((error: unknown) => {
  process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
