import type { PruneRequest, Pruner } from '../../src/engine/pruner.ts';

/** A minimal pruner that keeps the lines containing the question, and marks every gap. */
export function stubPruner(seen: PruneRequest[] = []): Pruner {
  return {
    prune: async (request) => {
      seen.push(request);
      const lines = request.text.replace(/\n$/, '').split('\n');
      const keep = lines.map((line) => line.includes(request.question));
      const shown: string[] = [];
      let gap = 0;
      const close = (): void => {
        if (gap > 0) shown.push(`(filtered ${gap} lines)`);
        gap = 0;
      };
      lines.forEach((line, index) => {
        if (!keep[index]) gap++;
        else {
          close();
          shown.push(line);
        }
      });
      close();
      const keptLines = lines.map((_, index) => index + 1).filter((line) => keep[line - 1]);
      return {
        ok: true,
        text: shown.join('\n'),
        engine: 'embedded',
        details: {
          kind: 'source',
          method: 'stub-1',
          lineCount: lines.length,
          keptLines,
          lineScores: Float32Array.from(keep, Number),
          reasons: keep.map((kept) => (kept ? 'match' : 'none')),
          score: keptLines.length > 0 ? 1 : 0,
          changed: keptLines.length < lines.length,
        },
      };
    },
  };
}
