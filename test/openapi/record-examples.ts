/** Records the examples of the OpenAPI documents again: `node test/openapi/record-examples.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { stopAll } from '../support/start-ballast.ts';
import { collectExamples } from './collect-examples.ts';

const file = join(packageRoot(), 'fixtures/openapi/examples.json');
writeFileSync(file, `${JSON.stringify(await collectExamples(), null, 1)}\n`);
await stopAll();
