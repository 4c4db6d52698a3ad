/** The file that caches the validation of one folder's scenarios. Errors in it count as misses. */

import { createHash } from 'node:crypto';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob } from 'tinyglobby';
import { z } from 'zod';
import {
  appendBytes,
  fileStats,
  listFiles,
  readWhole,
  readyWritten,
  removeFile,
} from '../../system/files/durable-files.ts';
import { fileStamp } from '../../system/files/file-stamp.ts';
import { packageRoot, packageVersion } from '../../system/package-root.ts';
import { type ValidatedScenario, validatedScenario } from './validate-scenario.ts';

export interface ValidationCache {
  /** By key; none if the file cannot be read. */
  read(): Promise<readonly (readonly [key: string, parsed: ValidatedScenario])[]>;
  /** Never rejects. */
  write(validated: readonly (readonly [key: string, parsed: ValidatedScenario])[]): Promise<void>;
}

const MAX_BYTES = 20_000_000;
/** Largest number of folders in the cache; the one written longest ago is dropped. */
const MAX_FILES = 20;
const ENDING = '.judged.json';

/** `program`: the cache of one build is not used by another. */
export function createValidationCache(cacheDir: string, folder: string, program = programStamp): ValidationCache {
  // Paths are relative to the current folder.
  const name = createHash('sha256')
    .update(JSON.stringify([resolve('.'), resolve(folder)]))
    .digest('hex')
    .slice(0, 16);
  const file = join(cacheDir, `${name}${ENDING}`);
  let own: Promise<string> | null = null;
  // The running program, even if it is rebuilt meanwhile.
  const stampOnce = () => (own ??= program());
  return {
    async read() {
      try {
        if (fileStats(file).bytes > MAX_BYTES) return [];
        const stored = storedFile.parse(JSON.parse((await readWhole(file)).toString('utf8')));
        return stored.program === (await stampOnce()) ? stored.scenarios : [];
      } catch {
        return [];
      }
    },
    async write(validated) {
      try {
        const text = JSON.stringify({ program: await stampOnce(), scenarios: validated });
        const ready = await readyWritten(file, (draft) => appendBytes(draft, Buffer.from(text)));
        ready.moveIn();
        const all = listFiles(cacheDir, ENDING).sort((one, other) => other.writtenMs - one.writtenMs);
        for (const old of all.slice(MAX_FILES)) removeFile(old.file);
      } catch {
        // The next server validates the files again.
      }
    },
  };
}

const storedFile = z.object({
  program: z.string(),
  scenarios: z.array(z.tuple([z.string(), validatedScenario]).readonly()).readonly(),
});

/**
 * Identifies one state of Ballast's own program, also while its sources are edited: depends on the version, every file of
 * the program, and its market data.
 */
async function programStamp(): Promise<string> {
  const root = packageRoot();
  const isBuilt = fileURLToPath(import.meta.url).startsWith(join(root, 'out', sep));
  const program = isBuilt ? ['out/server/**/*.js', 'out/main/**/*.js'] : ['src-server/**/*.ts'];
  const files = await glob([...program, 'fixtures/market/*'], { cwd: root, absolute: true });
  const stamps = files.sort().map((file) => `${file} ${fileStamp(file)}\n`);
  return `${packageVersion(root)} ${createHash('sha256').update(stamps.join('')).digest('hex')}`;
}
