/** Wire schemas of `/sim/scenarios/{file}`: a scenario's text, and what is done with the files of one's own (decision K114). */
import { z } from 'zod';
import { text } from '../../fields/described.ts';
import { SCENARIO_PATH_BELOW } from '../../fields/path-below.ts';
import { libraryFile } from './scenario-runs.ts';

export const scenarioText = z
  .strictObject({
    file: libraryFile,
    path: text('Where it lies on the machine of the server.'),
    text: text('The file as it is now.'),
    fields: z
      .array(
        z.strictObject({
          place: text('A variable, or a JSON pointer into the file, as `vary` takes it.'),
          label: text("The same to be read: `portfolio 'growth' cash`."),
          value: z.union([z.string(), z.number(), z.boolean()]).describe('The value that it has there.'),
        }),
      )
      .describe('What a run or a sweep may vary, at most 1 000: variables first, steps last.'),
  })
  .meta({ id: 'ScenarioText', description: 'The text of a scenario.' });
export type ScenarioTextWire = z.infer<typeof scenarioText>;

export const renameScenario = z
  .strictObject({
    file: z
      .string()
      .max(200)
      .regex(SCENARIO_PATH_BELOW, 'is not the path of a .yaml file below the folder')
      .describe('What it is called from now on, below the folder that is written to.'),
  })
  .meta({ id: 'RenameScenario', description: 'Another name for a scenario.' });

export const removedScenario = z
  .strictObject({
    file: libraryFile,
    files: z
      .array(text('A file, below the folder.'))
      .describe('All that was removed: scenario, golden log, saved world.'),
  })
  .meta({ id: 'RemovedScenario', description: 'A scenario that was deleted.' });
export type RemovedScenario = z.infer<typeof removedScenario>;
