/**
 * Writes the JSON Schemas of scenario and world files next to the fixtures, and that of reports: `node
 * test/scenario/write-schemas.ts`.
 */
import { writeFileSync } from 'node:fs';
import {
  replayReportJsonSchema,
  SCHEMA_FILES,
  schemaText,
} from '../../src-server/contract/scenario/scenario-schema.ts';

writeFileSync(new URL('../../docs/replay-report.schema.json', import.meta.url), schemaText(replayReportJsonSchema()));
for (const [file, schema] of Object.entries(SCHEMA_FILES)) {
  writeFileSync(new URL(`../../fixtures/${file}`, import.meta.url), schemaText(schema()));
}
