/** Writes the list of interface decisions: `node docs/site/reference/write-decision-index.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { DECISION_INDEX } from '../decisions.ts';
import { decisionIndex } from './decision-index.ts';

const root = packageRoot();
writeFileSync(join(root, DECISION_INDEX), decisionIndex(root));
