-- Made by `pnpm migrations` from src/storage/migrations.
ALTER TABLE context_projects ADD COLUMN active_file TEXT;
