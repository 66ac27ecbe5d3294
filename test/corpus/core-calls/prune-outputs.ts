import { createHash } from 'node:crypto';
import type { Note } from '../call.ts';
import { type LabelledOutput, readLabelledOutputs } from '../inputs/labelled-outputs.ts';
import type { Core, Pruned } from './core-module.ts';

/** Prunes each labelled output in several ways. */
export async function pruneOutputs(core: Core, note: Note): Promise<void> {
  for (const [at, output] of readLabelledOutputs().entries()) {
    const { id, text, path, exitCode, questions } = output;
    const about = { text, path, failed: exitCode !== 0 };
    for (const question of questions)
      note(`${id}: ${question}`, id, toShown(core.pruneText({ ...about, question, markers: 'ranges' })));
    const question = questions[at % questions.length];
    const ways: Readonly<Record<string, object>> = {
      'a share': { question, targetRatio: 0.2 },
      'few tokens': { question, maxTokens: 120, markers: 'ranges', firstLine: 101 },
      'a threshold': { question, threshold: 0.3, keepFirstLine: true, overheadTokens: 40 },
    };
    const [way = ''] = Object.keys(ways).slice(at % 3);
    note(`${id} by ${way}`, ways[way], toShown(core.pruneText({ ...about, ...ways[way] })));
    const context = contextOf(core, output);
    const care = at % 2 === 0 ? 'balanced' : 'careful';
    const said = { question: questions[0] ?? '', context, automatic: care, markers: 'ranges' };
    note(`${id} by its session, ${care}`, id, toShown(core.pruneText({ ...about, ...said })));
    const pruner = core.createEmbeddedPruner();
    note(`${id} by a question within its session`, id, toShown(await pruner.prune({ ...about, question, context })));
  }
}

/** Returns the context of a session that says the output's first question, and runs the command or reads the file. */
function contextOf(core: Core, { command, path, questions, text }: LabelledOutput): object {
  const memory = core.createSessionMemory({ isWhole: true });
  memory.push({ kind: 'asked', text: `Find out: ${questions.join(' ')}`, isSummary: false });
  memory.push({ kind: 'called', call: 'c0', tool: 'Bash', args: { command: `${command} | head -5` } });
  memory.push({ kind: 'gave', call: 'c0', text: text.split('\n').slice(0, 5).join('\n'), isFailed: false });
  memory.push({ kind: 'said', text: questions[0] ?? '' });
  const args = path === undefined ? { command } : { file_path: path };
  memory.push({ kind: 'called', call: 'c1', tool: path === undefined ? 'Bash' : 'Read', args });
  return memory.context();
}

/** Replaces the many scores of lines by a hash, which shows just as well whether they are the same. */
function toShown({ details, ...pruned }: Pruned): object {
  if (details === undefined) return pruned;
  const { lineScores, reasons, ...rest } = details;
  const hash = createHash('sha256').update(JSON.stringify([[...lineScores], reasons]));
  return { ...pruned, details: { ...rest, lines: hash.digest('hex').slice(0, 16) } };
}
