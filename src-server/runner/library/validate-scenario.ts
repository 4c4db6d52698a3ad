/** Describes one file for the library of scenarios, with every file that was read for it. */
import { z } from 'zod';
import type { MarketData } from '../../market/data/market-data.ts';
import { countSteps } from '../../scenario/load/count-steps.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { shownPath, withReads } from '../../system/files/read-source.ts';
import { savedWorld } from '../replay/scenario-world.ts';
import { loadScenario } from './load-scenario.ts';
import { validateFile } from './validate-file.ts';

export interface ScenarioPlace {
  readonly path: string;
  /** Folder that its includes must not leave. */
  readonly root: string;
  /** The user named it, so it is a scenario even if nothing in it says so. */
  readonly isNamed: boolean;
}

/** Plain data, from a thread or from a file. */
export const validatedScenario = z.object({
  /** `null` if it is not a scenario: worlds, steps to include, golden logs. */
  scenario: z
    .object({
      /** `null`, like the seed, if the file cannot be read. */
      name: z.string().nullable(),
      description: z.string().nullable(),
      tags: z.array(z.string()).readonly(),
      seed: z.number().nullable(),
      fromSnapshot: z.boolean(),
      /** Whether the file says `golden: none` (decision K121). */
      declinesGolden: z.boolean(),
      steps: z.number(),
      /** One line for each issue, with its place; empty for a valid file. */
      faults: z.array(z.string()).readonly(),
    })
    .nullable(),
  /** The result is valid as long as each of these files has its stamp. */
  reads: z.array(z.tuple([z.string(), z.string().nullable()]).readonly()).readonly(),
});
export type ValidatedScenario = z.infer<typeof validatedScenario>;

export function validateScenario({ path, root, isNamed }: ScenarioPlace, market: MarketData): ValidatedScenario {
  const { result: scenario, reads } = withReads(() => {
    const file = shownPath(path);
    const [validated] = validateFile({ file, isNamed }, root, market);
    if (validated?.kind !== 'scenario') return null;
    const result = loadScenario(file, root);
    const {
      name,
      description,
      tags,
      seed,
      start: begins,
      golden,
      steps,
    } = result.ok ? result.loaded.scenario : UNREADABLE;
    const faults = validated.faults.map(describeFault);
    // The saved world that it starts from has the seed.
    const start = result.ok && begins !== undefined ? savedWorld(begins, file, root) : null;
    const facts = { name, description: description ?? null, tags: tags ?? [], steps: countSteps(steps), faults };
    return {
      ...facts,
      seed: start?.ok ? start.value.seed : seed,
      fromSnapshot: begins !== undefined,
      declinesGolden: golden === 'none',
    };
  });
  return { scenario, reads };
}

const UNREADABLE = {
  name: null,
  description: null,
  tags: [],
  seed: null,
  start: undefined,
  golden: undefined,
  steps: [],
};
