/** Lists of pages are read completely, or continue on scrolling: never the first page alone. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';

/** Of these the latest few are shown on purpose, beside a link to all of them. */
const LATEST_ONLY = ['/journal', '/mifid-records', '/deliveries', '/bulk-rebalances/{id}', '/sinks/{name}'];

test('no screen shows the first page of a list as if it were all of it', () => {
  const paged = DOCUMENTS.control.operations
    .filter(({ method, success: { content } }) => {
      const [schema] = content;
      return method === 'get' && typeof schema === 'object' && 'shape' in schema && 'next' in (schema.shape as object);
    })
    .map(({ path }) => path);
  expect(paged.length).toBeGreaterThan(15);
  const sources = globSync('src-renderer/**/*.{ts,tsx}', { cwd: packageRoot() }).map((file) =>
    readFileSync(join(packageRoot(), file), 'utf8'),
  );
  const alone = sources.flatMap((text) =>
    [...text.matchAll(/\bread\([^;]*?'(\/[a-z{}/-]+)'/g)]
      .map(([, path = '']) => path)
      .filter((path) => paged.includes(path)),
  );
  expect(alone.filter((path) => !LATEST_ONLY.includes(path))).toEqual([]);
});
