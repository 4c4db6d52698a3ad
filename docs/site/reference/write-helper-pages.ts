/** Writes the references of helpers, events and views: `node docs/site/reference/write-helper-pages.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { helperPages } from './helper-pages.ts';
import { NAME_PAGE, namePage } from './name-page.ts';

const root = packageRoot();
for (const [path, text] of helperPages(root)) writeFileSync(join(root, path), text);
writeFileSync(join(root, NAME_PAGE), namePage(root));
