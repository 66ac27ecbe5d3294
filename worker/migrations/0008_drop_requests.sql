-- Made by `pnpm migrations` from src/storage/migrations.
DROP TABLE IF EXISTS requests;
