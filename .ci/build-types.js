/**
 * Writes the declarations of `ballast/testing` into a folder (out/types, where none is named). They are marked as CommonJS,
 * as what they describe is: TypeScript then takes them from either kind of module. The declarations of zod, which they are
 * written in, are copied beside them, so that a project needs no other package. What none of them mentions is left out.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.argv[2] ?? join(root, 'out/types');
const startedAt = new Date();

const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(manifest), 'bin/tsc');
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', join(root, 'tsconfig.types.json'), '--outDir', folder],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
if (status === 0) {
  nameZodByPath(folder);
  copyZod(join(folder, 'zod'));
  dropUnmentioned(folder, 'testing/testing.d.ts');
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  // Marks a complete build, as vite.renderer.config.ts does for the app.
  const stamp = join(folder, '../.built-types');
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}
process.exit(status ?? 1);

/**
 * Of zod, the licence and the CommonJS declarations that what is exported can mention: no messages in other languages, which
 * a project without `esModuleInterop` could not even read.
 */
function copyZod(target) {
  const source = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
  const files = globSync(['LICENSE', 'index.d.cts', 'v4/{classic,core}/*.d.cts'], { cwd: source });
  for (const file of files) cpSync(join(source, file), join(target, file));
  for (const file of ['v4/classic/external.d.cts', 'v4/core/index.d.cts']) {
    const text = readFileSync(join(target, file), 'utf8').replace(/^export \* as locales from .*\n/m, '');
    writeFileSync(join(target, file), text);
  }
}

/** The compiler declares every module that was loaded, of which types mention about half. */
function dropUnmentioned(types, entry) {
  const mentioned = new Set([join(types, entry)]);
  // A set goes on with what is added meanwhile.
  for (const file of mentioned)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()["'](\.[^"']+)["']/g))
      mentioned.add(join(dirname(file), path.replace(/\.(c?)[jt]s$/, '.d.$1ts')));
  for (const file of globSync('**/*.d.{ts,cts}', { cwd: types }))
    if (!mentioned.has(join(types, file))) rmSync(join(types, file));
}

function nameZodByPath(types) {
  for (const file of globSync('**/*.d.ts', { cwd: types })) {
    const up = relative(dirname(file), '.').split(sep).join('/');
    const zod = `${up === '' ? '.' : up}/zod`;
    const text = readFileSync(join(types, file), 'utf8')
      .replaceAll(/(from |import\()(["'])zod\2/g, `$1$2${zod}/index.cjs$2`)
      .replaceAll(/(from |import\()(["'])zod\/v4\/core\2/g, `$1$2${zod}/v4/core/index.cjs$2`);
    writeFileSync(join(types, file), text);
  }
}
