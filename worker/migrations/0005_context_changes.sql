-- Made by `pnpm migrations` from src/storage/migrations.
DROP INDEX context_segments_by_tier;
CREATE INDEX context_segments_by_tier ON context_segments (project, tier, touched_at, id, pinned, entered);
