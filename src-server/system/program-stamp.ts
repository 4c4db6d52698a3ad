/** Identifies one state of Ballast's own program, also while its sources are edited. */
import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob } from 'tinyglobby';
import { fileStamp } from './files/file-stamp.ts';
import { packageRoot, packageVersion } from './package-root.ts';

/** Depends on the version, every file of the program, and its market data. */
export async function programStamp(): Promise<string> {
  const root = packageRoot();
  const isBuilt = fileURLToPath(import.meta.url).startsWith(join(root, 'out', sep));
  const program = isBuilt ? ['out/server/**/*.js', 'out/main/**/*.js'] : ['src-server/**/*.ts'];
  const files = await glob([...program, 'fixtures/market/*'], { cwd: root, absolute: true });
  const stamps = files.sort().map((file) => `${file} ${fileStamp(file)}\n`);
  return `${packageVersion(root)} ${createHash('sha256').update(stamps.join('')).digest('hex')}`;
}
