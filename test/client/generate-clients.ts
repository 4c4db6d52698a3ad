/**
 * Clients of the service by third-party generators: each is generated, compiled and run as its users would, in a folder
 * beside its walk. Defines how each generator is called; does not know what the walk does.
 */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';
import { newFolder, type TestServer } from '../support/start-ballast.ts';
import { COMPILER, generateTypes } from './generate-types.ts';
import { toOpenApi30 } from './older-document.ts';

/** A generated client: how it is generated in its folder, and the command that runs the walk. */
export interface GeneratedClient {
  readonly name: string;
  generate(folder: string): Promise<void>;
  readonly walk: readonly [command: string, ...parameters: string[]];
}

const FORMS = ['form-a', 'form-b'] as const;
const here = join(packageRoot(), 'test/client');
/** The generators have a package of their own, because they need another TypeScript than Ballast. */
const generators = join(packageRoot(), 'test-results/generators');
const installed = (file: string) => join(generators, 'node_modules', file);
const FROM_DOCUMENT = { getBaseUrlFromSpecification: true };

export const TYPESCRIPT_CLIENTS: readonly GeneratedClient[] = [
  {
    name: 'orval',
    async generate(folder) {
      const output = (form: string) => ({ target: `${form}.ts`, client: 'fetch', baseUrl: FROM_DOCUMENT });
      const config = Object.fromEntries(FORMS.map((form) => [form, { input: `${form}.json`, output: output(form) }]));
      writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
      await node(folder, installed('orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs');
      await compile(folder, 'orval');
    },
    walk: [process.execPath, 'out/orval.js'],
  },
  {
    name: 'hey-api',
    async generate(folder) {
      const jobs = FORMS.map((form) => ({
        input: `${form}.json`,
        output: { path: form, module: { extension: '.js' } },
      }));
      writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(jobs)};\n`);
      await node(folder, installed('@hey-api/openapi-ts/bin/run.js'), '-f', 'openapi-ts.config.mjs');
      await compile(folder, 'hey-api');
    },
    walk: [process.execPath, 'out/hey-api.js'],
  },
];

/** Needs no registry: its generator and its library come with the packages of Ballast. */
export const OPENAPI_FETCH_CLIENT: GeneratedClient = {
  name: 'openapi-fetch',
  async generate(folder) {
    symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
    await Promise.all(FORMS.map((form) => generateTypes(folder, `${form}.json`, `${form}.ts`)));
    await compile(folder, 'openapi-fetch', COMPILER);
  },
  walk: [process.execPath, 'out/openapi-fetch.js'],
};

/** The last version of OpenAPI Generator that comes inside its npm package; it needs Java, and reads OpenAPI 3.0. */
export const PYTHON_CLIENT: GeneratedClient = {
  name: 'python',
  async generate(folder) {
    const jar = installed('@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
    for (const form of FORMS) {
      const name = form.replace('-', '_');
      const args = ['generate', '-i', `${form}-3.0.json`, '-g', 'python', '--package-name', name, '-o', 'python'];
      await run(folder, {}, 'java', '-jar', jar, ...args);
    }
    cpSync(join(here, 'walks/walk_both_forms.py'), join(folder, 'python/walk_both_forms.py'));
  },
  // Debian's own Python, which has the modules that Debian's packages bring.
  walk: ['/usr/bin/python3', 'python/walk_both_forms.py'],
};

/** Installs the generators by their lock file, if they are missing or differ. */
export async function installGenerators(): Promise<void> {
  cpSync(join(here, 'generators'), generators, { recursive: true });
  const listed = await runProcess('npm', ['ls'], { cwd: generators }).ended;
  if (listed.exitCode !== 0) await run(generators, {}, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/** Generates a client from the documents of `server`, runs its walk, and returns what it printed. */
export async function walkWith(client: GeneratedClient, { ballast }: TestServer): Promise<unknown> {
  const folder = newFolder();
  for (const form of FORMS) {
    const response = await fetch(new URL(`/${form}/v1/openapi.json`, ballast.baseUrl));
    const document = (await response.json()) as Readonly<Record<string, unknown>>;
    writeFileSync(join(folder, `${form}.json`), JSON.stringify(document));
    writeFileSync(join(folder, `${form}-3.0.json`), JSON.stringify(toOpenApi30(document)));
  }
  await client.generate(folder);
  const [command, ...parameters] = client.walk;
  const { apiKey, formAUrl, formBUrl } = ballast;
  const env = { API_KEY: apiKey, FORM_A_URL: formAUrl, FORM_B_URL: formBUrl };
  return JSON.parse(await run(folder, env, command, ...parameters));
}

/** Runs a command to its end and returns what it printed; throws, with all of it, if it fails. */
async function run(cwd: string, env: Readonly<Record<string, string>>, command: string, ...parameters: string[]) {
  const process = runProcess(command, parameters, { cwd, env });
  const { exitCode } = await process.ended;
  const printed = process.stdout();
  if (exitCode !== 0) throw new Error(`${command} ${parameters.join(' ')}\n${printed}\n${process.stderr()}`);
  return printed;
}

const node = (cwd: string, ...parameters: string[]) => run(cwd, {}, process.execPath, ...parameters);

/** Compiles the types of a document alone; throws the errors of the compiler. */
export async function compileTypes(document: unknown): Promise<void> {
  const folder = newFolder();
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  await generateTypes(folder, 'document.json', 'types.ts');
  await compile(folder, null, COMPILER);
}

/** Compiles to JavaScript with a strict compiler; with the walk of that name. */
async function compile(folder: string, walk: string | null, compiler = installed('typescript/bin/tsc')): Promise<void> {
  const walks = walk === null ? [] : [`${walk}.ts`, 'walk-both-forms.ts'];
  for (const file of walks) cpSync(join(here, 'walks', file), join(folder, file));
  const settings = { strict: true, target: 'ES2022', module: 'NodeNext', lib: ['ES2023', 'DOM', 'DOM.Iterable'] };
  const compilerOptions = {
    ...settings,
    outDir: 'out',
    types: ['node'],
    typeRoots: [join(packageRoot(), 'node_modules/@types')],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'form-*/**/*.ts'] }),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await node(folder, compiler, '-p', '.');
}
