import { partWords } from '../../../src/context/sql/sql-context-write.ts';
import type { ContextWords } from '../../../src/context/sql/words/context-words.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';

/** Number of segments whose texts are indexed in one transaction. */
const AT_ONCE = 50;

/** Indexes the words of all segments again, since the engines' index formats differ. */
export async function indexWords(database: SqlDatabase, words: ContextWords): Promise<void> {
  await database.query('DELETE FROM context_words');
  for (let last = 0; ; ) {
    const { rows } = await database.query(
      `SELECT s.id, s.segment, s.file, s.topic, s.tags, s.batch, s.text_id, p.scope, p.name FROM context_segments AS s
       JOIN context_projects AS p ON p.id = s.project WHERE s.id > ? ORDER BY s.id LIMIT ${AT_ONCE}`,
      last,
    );
    if (rows.length === 0) return;
    for (const row of rows) {
      const parts = await database.query(
        'SELECT part FROM context_text_parts WHERE text_id = ? ORDER BY n',
        Number(row['text_id']),
      );
      const about = {
        id: String(row['segment']),
        file: row['file'] as string | null,
        topic: row['topic'] as string | null,
        tags: JSON.parse(String(row['tags'])) as string[],
      };
      const key = { scope: String(row['scope']), project: String(row['name']) };
      const texts = parts.rows.map(({ part }) => String(part));
      await database.batch(words.add(key, String(row['batch']), partWords(about, texts)));
    }
    last = Number(rows.at(-1)?.['id']);
  }
}
