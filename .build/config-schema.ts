import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchemaText, SCHEMA_NAME } from '../launcher/gateway/config/save-edit.ts';

/** Path of the JSON Schema of `mcp-config.json` in the package. */
export const SCHEMA_FILE: string = fileURLToPath(new URL(`../launcher/gateway/config/${SCHEMA_NAME}`, import.meta.url));

if (import.meta.main) writeFileSync(SCHEMA_FILE, configSchemaText());
