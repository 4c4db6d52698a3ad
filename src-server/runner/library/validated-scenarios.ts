/**
 * Remembers what was found of scenario files, in memory and in a cache on the disk, for as long as none of the files that
 * were read for it has changed. The cache may be missing, damaged, of another Ballast or unwritable: files are judged then.
 */
import type { LibraryScenario } from '../../scenario/run/scenario-service.ts';
import { fileStamp } from '../../system/files/file-stamp.ts';
import { shownPath } from '../../system/files/read-source.ts';
import type { ScenarioPlace, ValidatedScenario } from './validate-scenario.ts';
import type { ValidationCache } from './validation-cache.ts';
import type { JudgingThread } from './validation-thread.ts';

export type ValidatedFacts = Omit<LibraryScenario, 'file' | 'hasGolden' | 'name'> & { readonly name: string | null };

export interface ValidatedScenarios {
  /** `null` for what is no scenario. Never rejects: what cannot be judged has that for its fault. */
  judge(place: ScenarioPlace): Promise<ValidatedFacts | null>;
  /** Keeps on the disk what is known of these, where that is not there yet. Never rejects. */
  keep(places: readonly ScenarioPlace[]): Promise<void>;
  close(): Promise<void>;
}

const MOST_KNOWN = 5_000;

export function createValidatedScenarios(thread: JudgingThread, cache: ValidationCache | null): ValidatedScenarios {
  const known = new Map<string, ValidatedScenario>();
  const underWay = new Map<string, Promise<ValidatedScenario>>();
  let hasNews = false;
  let reading: Promise<void> | null = null;
  const readCache = async () => {
    for (const [key, judged] of (await cache?.read()) ?? []) known.set(key, judged);
  };
  const judgeAnew = async (key: string, place: ScenarioPlace) => {
    const judged = await thread.judge(place);
    hasNews = true;
    known.delete(key);
    known.set(key, judged);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return judged;
  };
  return {
    async judge(place) {
      reading ??= readCache();
      await reading;
      const key = keyOf(place);
      const judged = known.get(key);
      if (judged !== undefined && isUnchanged(judged)) return judged.scenario;
      // One that changes while it is judged is judged once more for whoever asks after that.
      const asked = `${key} ${fileStamp(place.path)}`;
      const judging = underWay.get(asked) ?? judgeAnew(key, place).finally(() => underWay.delete(asked));
      underWay.set(asked, judging);
      return judging.then(
        ({ scenario }) => scenario,
        (error: unknown) => unjudged(place, error),
      );
    },
    async keep(places) {
      if (!hasNews || cache === null) return;
      hasNews = false;
      const kept = places.flatMap((place): [string, ValidatedScenario][] => {
        const judged = known.get(keyOf(place));
        return judged === undefined ? [] : [[keyOf(place), judged]];
      });
      await cache.write(kept);
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

function unjudged({ path }: ScenarioPlace, error: unknown): ValidatedFacts {
  const fault = `${shownPath(path)}:1:1 cannot be judged: ${error instanceof Error ? error.message : String(error)}`;
  return { name: null, description: null, tags: [], seed: null, steps: 0, faults: [fault] };
}
