/** The documents as served pass Redocly's recommended rules, with no error and no warning. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

const root = packageRoot();
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
/** Nothing is told to anybody, and no newer version is asked for. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true', NO_COLOR: '1' };

let folder: string;

beforeAll(async () => {
  folder = newFolder();
  const { ballast } = await startBallast();
  for (const name of DOCUMENT_NAMES) {
    const response = await fetch(new URL(`${DOCUMENTS[name].basePath}/openapi.json`, ballast.baseUrl));
    writeFileSync(join(folder, `${name}.json`), await response.text());
  }
});
afterAll(stopAll);

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly unknown[];
}

async function lint(file: string): Promise<Report> {
  const config = join(root, 'test/openapi/redocly.yaml');
  const words = [redocly, 'lint', join(folder, file), `--config=${config}`, '--format=json'];
  const run = runProcess(process.execPath, words, { cwd: folder, env: quiet });
  await run.ended;
  const output = run.stdout();
  return JSON.parse(output.slice(output.indexOf('{'))) as Report;
}

test.each(DOCUMENT_NAMES)('%s', async (name) => {
  const { totals, problems } = await lint(`${name}.json`);
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

test('the linter does find faults', async () => {
  writeFileSync(
    join(folder, 'bad.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} }),
  );
  const { totals } = await lint('bad.json');
  expect(totals.errors + totals.warnings).toBeGreaterThan(0);
});
