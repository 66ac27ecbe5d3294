-- Made by `pnpm migrations` from src/storage/migrations.
DROP INDEX artifacts_by_expiry;
CREATE INDEX artifacts_by_expiry ON artifacts (expires_at);
CREATE INDEX artifacts_by_size ON artifacts (scope, expires_at, bytes);
CREATE UNIQUE INDEX artifacts_by_body ON artifacts (body);
CREATE INDEX artifact_uploads_by_age ON artifact_uploads (at);
