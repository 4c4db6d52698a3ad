/**
 * Caches the validation of scenario files, in memory and on disk, until one of the files read for it changes. The cache
 * may be missing, damaged, of another Ballast or unwritable: files are validated again then.
 */
import { fileStamp } from '../../system/files/file-stamp.ts';
import { shownPath } from '../../system/files/read-source.ts';
import type { ScenarioPlace, ValidatedScenario } from './validate-scenario.ts';
import type { ValidationCache } from './validation-cache.ts';
import type { ValidationThread } from './validation-thread.ts';

type ValidatedFacts = NonNullable<ValidatedScenario['scenario']>;

export interface ValidatedScenarios {
  /** `null` if it is not a scenario. Never rejects: if a file cannot be validated, that is its issue. */
  validate(place: ScenarioPlace): Promise<ValidatedFacts | null>;
  /** Saves the known results of these files to the disk, unless they are already there. Never rejects. */
  save(places: readonly ScenarioPlace[]): Promise<void>;
  close(): Promise<void>;
}

const MAX_KNOWN = 5_000;

export function createValidatedScenarios(thread: ValidationThread, cache: ValidationCache | null): ValidatedScenarios {
  const known = new Map<string, ValidatedScenario>();
  const underWay = new Map<string, Promise<ValidatedScenario>>();
  let hasNews = false;
  let reading: Promise<void> | null = null;
  const readCache = async () => {
    for (const [key, validated] of (await cache?.read()) ?? []) known.set(key, validated);
  };
  const validateAnew = async (key: string, place: ScenarioPlace) => {
    const validated = await thread.validate(place);
    hasNews = true;
    known.delete(key);
    known.set(key, validated);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return validated;
  };
  return {
    async validate(place) {
      reading ??= readCache();
      await reading;
      const key = keyOf(place);
      const validated = known.get(key);
      if (validated !== undefined && isUnchanged(validated)) return validated.scenario;
      // A file that changes while it is validated is validated once more for later requests.
      const fileKey = `${key} ${fileStamp(place.path)}`;
      const validating = underWay.get(fileKey) ?? validateAnew(key, place).finally(() => underWay.delete(fileKey));
      underWay.set(fileKey, validating);
      return validating.then(
        ({ scenario }) => scenario,
        (error: unknown) => notValidated(place, error),
      );
    },
    async save(places) {
      if (!hasNews || cache === null) return;
      hasNews = false;
      const stored = places.flatMap((place): [string, ValidatedScenario][] => {
        const validated = known.get(keyOf(place));
        return validated === undefined ? [] : [[keyOf(place), validated]];
      });
      await cache.write(stored);
    },
    close: () => thread.close(),
  };
}

function keyOf({ path, root, isNamed }: ScenarioPlace): string {
  return JSON.stringify([path, root, isNamed]);
}

function isUnchanged({ reads }: ValidatedScenario): boolean {
  return reads.every(([file, stamp]) => fileStamp(file) === stamp);
}

function notValidated({ path }: ScenarioPlace, error: unknown): ValidatedFacts {
  const fault = `${shownPath(path)}:1:1 cannot be validated: ${error instanceof Error ? error.message : String(error)}`;
  const unread = { name: null, description: null, tags: [], seed: null, fromSnapshot: false, declinesGolden: false };
  return { ...unread, steps: 0, faults: [fault] };
}
