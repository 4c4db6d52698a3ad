/**
 * The file in which it is kept what was found of the scenarios of one folder. What is wrong with it is a miss and no
 * error.
 */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  appendBytes,
  fileStats,
  listFiles,
  readWhole,
  readyWritten,
  removeFile,
} from '../../system/files/durable-files.ts';
import { programStamp } from '../../system/program-stamp.ts';
import { type ValidatedScenario, validatedScenario } from './validate-scenario.ts';

export interface ValidationCache {
  /** By key; none where nothing can be read. */
  read(): Promise<readonly (readonly [key: string, judged: ValidatedScenario])[]>;
  /** Never rejects. */
  write(validated: readonly (readonly [key: string, judged: ValidatedScenario])[]): Promise<void>;
}

const MAX_BYTES = 20_000_000;
/** Folders of which it is kept; the one written longest ago makes room. */
const MAX_FILES = 20;
const ENDING = '.judged.json';

/** `program`: what is kept by one program means nothing to another. */
export function createValidationCache(cacheDir: string, folder: string, program = programStamp): ValidationCache {
  // Paths are told as they are seen from the current folder.
  const name = createHash('sha256')
    .update(JSON.stringify([resolve('.'), resolve(folder)]))
    .digest('hex')
    .slice(0, 16);
  const file = join(cacheDir, `${name}${ENDING}`);
  let own: Promise<string> | null = null;
  // The program that runs, whatever is built in its place meanwhile.
  const stampOnce = () => (own ??= program());
  return {
    async read() {
      try {
        if (fileStats(file).bytes > MAX_BYTES) return [];
        const stored = storedFile.parse(JSON.parse((await readWhole(file)).toString('utf8')));
        return stored.program === (await stampOnce()) ? stored.judged : [];
      } catch {
        return [];
      }
    },
    async write(validated) {
      try {
        const text = JSON.stringify({ program: await stampOnce(), judged: validated });
        const ready = await readyWritten(file, (draft) => appendBytes(draft, Buffer.from(text)));
        ready.moveIn();
        const all = listFiles(cacheDir, ENDING).sort((one, other) => other.writtenMs - one.writtenMs);
        for (const old of all.slice(MAX_FILES)) removeFile(old.file);
      } catch {
        // The files are judged again by the next server.
      }
    },
  };
}

const storedFile = z.object({
  program: z.string(),
  judged: z.array(z.tuple([z.string(), validatedScenario]).readonly()).readonly(),
});
