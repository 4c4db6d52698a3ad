/** Writes the JSON Schemas of scenario and world files beside the fixtures: `node test/scenario/write-schemas.ts`. */
import { writeFileSync } from 'node:fs';
import { SCHEMA_FILES, schemaText } from '../../src-server/contract/scenario-schema.ts';

for (const [file, schema] of Object.entries(SCHEMA_FILES)) {
  writeFileSync(new URL(`../../fixtures/${file}`, import.meta.url), schemaText(schema()));
}
