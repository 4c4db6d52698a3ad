/**
 * API schemas of `/sim/scenarios/{file}`: the text of a scenario, and changes to the user's own files (decision K114).
 */
import { z } from 'zod';
import { text } from '../../fields/described.ts';
import { SCENARIO_PATH_BELOW } from '../../fields/path-below.ts';
import { libraryFile } from './scenario-runs.ts';

export const scenarioTextWire = z
  .strictObject({
    file: libraryFile,
    path: text('Path of the file on the machine of the server.'),
    text: text('Current text of the file.'),
    fields: z
      .array(
        z.strictObject({
          place: text('Name of a variable, or JSON pointer into the file, as `vary` takes it.'),
          label: text("Label of the value for people, such as `portfolio 'growth' cash`."),
          value: z.union([z.string(), z.number(), z.boolean()]).describe('Value in the file.'),
        }),
      )
      .describe('Values that a run or a sweep may vary, at most 1 000: variables first, steps last.'),
  })
  .meta({ id: 'ScenarioText', description: 'The text of a scenario.' });

export const renameScenario = z
  .strictObject({
    file: z
      .string()
      .max(200)
      .regex(SCENARIO_PATH_BELOW, 'is not the path of a .yaml file below the folder')
      .describe('New path of the scenario file, relative to the folder that scenarios are saved to.'),
  })
  .meta({ id: 'RenameScenario', description: 'New name of a scenario.' });

export const removedScenario = z
  .strictObject({
    file: libraryFile,
    files: z
      .array(text('Path of a file, relative to the folder.'))
      .describe('All files deleted: the scenario, its golden log and its saved world.'),
  })
  .meta({ id: 'RemovedScenario', description: 'A deleted scenario.' });
