/**
 * The served documents pass the recommended rules of Redocly and Spectral without an error or a warning, and the
 * validator in Python, which knows only Python's regular expressions.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

const root = packageRoot();
const linters = join(root, '.ci/linters');
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const spectral = join(linters, 'node_modules/@stoplight/spectral-cli/dist/index.js');
const python = [join(linters, 'python/bin/python3'), 'python3'].find(
  (each) => spawnSync(each, ['-c', 'import openapi_spec_validator']).status === 0,
);
const isNeeded = process.env.BALLAST_CI !== undefined;
for (const [name, isThere] of [
  ['Spectral', existsSync(spectral)],
  ['openapi-spec-validator', python !== undefined],
] as const)
  if (!isThere && !isNeeded) console.warn(`the documents are not held to ${name}: .ci/provide-tools installs it`);

/** Sends no telemetry, and checks for no newer version. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true', NO_COLOR: '1' };
/** A document with a fault for each linter to find. */
const BAD = {
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: {},
  components: { schemas: { X: { type: 'string', pattern: '\\p{Cc}' } } },
};

let folder: string;

beforeAll(async () => {
  folder = newFolder();
  const { ballast } = await startBallast();
  for (const name of DOCUMENT_NAMES) {
    const response = await fetch(new URL(`${DOCUMENTS[name].basePath}/openapi.json`, ballast.baseUrl));
    writeFileSync(join(folder, `${name}.json`), await response.text());
  }
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(BAD));
});
afterAll(stopAll);

describe('Redocly', () => {
  interface Report {
    readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
    readonly problems: readonly unknown[];
  }

  async function lint(file: string): Promise<Report> {
    const config = join(root, 'test/openapi/redocly.yaml');
    const args = [redocly, 'lint', join(folder, file), `--config=${config}`, '--format=json'];
    const run = runProcess(process.execPath, args, { cwd: folder, env: quiet });
    await run.ended;
    const output = run.stdout();
    return JSON.parse(output.slice(output.indexOf('{'))) as Report;
  }

  test.each(DOCUMENT_NAMES)('finds nothing in %s', { tags: ['deep'] }, async (name) => {
    const { totals, problems } = await lint(`${name}.json`);
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  test('reports a bad document', async () => {
    const { totals } = await lint('bad.json');
    expect(totals.errors + totals.warnings).toBeGreaterThan(0);
  });
});

describe.runIf(existsSync(spectral) || isNeeded)('Spectral', () => {
  const args = [spectral, 'lint', '--ruleset', join(root, 'test/openapi/spectral.yaml')];

  test('finds nothing in any document', { ...proves('L29'), tags: ['deep'] }, async () => {
    const files = DOCUMENT_NAMES.map((name) => join(folder, `${name}.json`));
    const run = runProcess(process.execPath, [...args, '--fail-severity=hint', ...files]);
    const { exitCode } = await run.ended;
    const nothing = "No results with a severity of 'hint' or higher found!";
    expect([run.stdout().trim(), run.stderr(), exitCode]).toEqual([nothing, '', 0]);
  });

  test('reports a bad document', async () => {
    const run = runProcess(process.execPath, [...args, join(folder, 'bad.json')]);
    await run.ended;
    expect(run.stdout()).toContain('info-contact');
  });
});

describe.runIf(python !== undefined || isNeeded)('openapi-spec-validator', () => {
  async function validate(names: readonly string[]) {
    const files = names.map((name) => join(folder, `${name}.json`));
    const run = runProcess(python ?? 'python3', ['-m', 'openapi_spec_validator', ...files]);
    const { exitCode } = await run.ended;
    return { exitCode, text: (run.stdout() + run.stderr()).replaceAll(`${folder}/`, '') };
  }

  test('finds nothing in any document', { ...proves('L29', 'L130'), tags: ['deep'] }, async () => {
    const { exitCode, text } = await validate(DOCUMENT_NAMES);
    expect(text).toBe(DOCUMENT_NAMES.map((name) => `${name}.json: OK\n`).join(''));
    expect(exitCode).toBe(0);
  });

  test('reports a pattern that is invalid in Python', async () => {
    const { exitCode, text } = await validate(['bad']);
    expect(text).toContain("'\\\\p{Cc}' is not a 'regex'");
    expect(exitCode).not.toBe(0);
  });

  test('is the version that .ci/provide-tools installs', () => {
    const [, wanted] =
      /openapi-spec-validator==(\S+)/.exec(readFileSync(join(root, '.ci/provide-tools'), 'utf8')) ?? [];
    const code = 'import openapi_spec_validator; print(openapi_spec_validator.__version__)';
    expect(spawnSync(python ?? 'python3', ['-c', code], { encoding: 'utf8' }).stdout.trim()).toBe(wanted);
  });
});
