-- Made by `pnpm migrations` from src/storage/migrations.
ALTER TABLE keys ADD COLUMN role TEXT;
CREATE INDEX keys_by_owner ON keys (owner);
CREATE TABLE removed_people (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE team_usage (
  period TEXT NOT NULL,
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT NOT NULL,
  engine TEXT NOT NULL,
  cache TEXT NOT NULL,
  outcome TEXT NOT NULL,
  requests INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  PRIMARY KEY (period, team_id, start, tool, kind, engine, cache, outcome)
) WITHOUT ROWID;
CREATE TABLE team_latency (
  period TEXT NOT NULL,
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  engine TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (period, team_id, start, engine, bucket)
) WITHOUT ROWID;
CREATE TRIGGER usage_insert AFTER INSERT ON usage BEGIN INSERT INTO team_usage (period, team_id, start, tool, kind, engine, cache, outcome, requests, bytes_in, tokens_in, tokens_out, duration_ms)
  VALUES (new.period, new.team_id, new.start, new.tool, new.kind, new.engine, new.cache, new.outcome, new.requests, new.bytes_in, new.tokens_in, new.tokens_out, new.duration_ms)
  ON CONFLICT (period, team_id, start, tool, kind, engine, cache, outcome) DO UPDATE SET requests = team_usage.requests + excluded.requests, bytes_in = team_usage.bytes_in + excluded.bytes_in, tokens_in = team_usage.tokens_in + excluded.tokens_in, tokens_out = team_usage.tokens_out + excluded.tokens_out, duration_ms = team_usage.duration_ms + excluded.duration_ms; END;
CREATE TRIGGER usage_update AFTER UPDATE ON usage BEGIN INSERT INTO team_usage (period, team_id, start, tool, kind, engine, cache, outcome, requests, bytes_in, tokens_in, tokens_out, duration_ms)
  VALUES (new.period, new.team_id, new.start, new.tool, new.kind, new.engine, new.cache, new.outcome, new.requests - old.requests, new.bytes_in - old.bytes_in, new.tokens_in - old.tokens_in, new.tokens_out - old.tokens_out, new.duration_ms - old.duration_ms)
  ON CONFLICT (period, team_id, start, tool, kind, engine, cache, outcome) DO UPDATE SET requests = team_usage.requests + excluded.requests, bytes_in = team_usage.bytes_in + excluded.bytes_in, tokens_in = team_usage.tokens_in + excluded.tokens_in, tokens_out = team_usage.tokens_out + excluded.tokens_out, duration_ms = team_usage.duration_ms + excluded.duration_ms; END;
CREATE TRIGGER latency_insert AFTER INSERT ON latency BEGIN INSERT INTO team_latency (period, team_id, start, engine, bucket, requests)
  VALUES (new.period, new.team_id, new.start, new.engine, new.bucket, new.requests)
  ON CONFLICT (period, team_id, start, engine, bucket) DO UPDATE SET requests = team_latency.requests + excluded.requests; END;
CREATE TRIGGER latency_update AFTER UPDATE ON latency BEGIN INSERT INTO team_latency (period, team_id, start, engine, bucket, requests)
  VALUES (new.period, new.team_id, new.start, new.engine, new.bucket, new.requests - old.requests)
  ON CONFLICT (period, team_id, start, engine, bucket) DO UPDATE SET requests = team_latency.requests + excluded.requests; END;
INSERT INTO team_usage SELECT period, team_id, start, tool, kind, engine, cache, outcome, sum(requests), sum(bytes_in), sum(tokens_in), sum(tokens_out), sum(duration_ms)
  FROM usage GROUP BY period, team_id, start, tool, kind, engine, cache, outcome;
INSERT INTO team_latency SELECT period, team_id, start, engine, bucket, sum(requests)
  FROM latency GROUP BY period, team_id, start, engine, bucket;
