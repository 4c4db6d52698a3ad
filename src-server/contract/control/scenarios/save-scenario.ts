/**
 * API schemas of `POST /sim/scenarios`: saves a recording or a text in the user's own folder of scenarios
 * (decision K85).
 */
import { z } from 'zod';
import { text } from '../../fields/described.ts';
import { SCENARIO_PATH_BELOW } from '../../fields/path-below.ts';
import { isTextOrRecording, scenarioTextField, TEXT_OR_RECORDING } from './open-scenario.ts';
import { libraryFile } from './scenario-runs.ts';

export const saveScenarioBody = z
  .strictObject({
    recording_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Identifier of a recording that has ended, which is saved with its golden log.'),
    text: scenarioTextField.describe(
      'The scenario, in YAML, in place of a recording. A golden log and a saved world that are beside it stay as they are.',
    ),
    file: z
      .string()
      .max(200)
      .regex(SCENARIO_PATH_BELOW, 'is not the path of a .yaml file below the folder')
      .describe(
        'Path of the scenario file in the folder, such as `monday.ballast.yaml`; its golden log is saved beside it.',
      ),
    replace: z.boolean().default(false).describe('Whether existing files may be replaced.'),
  })
  .refine(isTextOrRecording, TEXT_OR_RECORDING)
  .meta({ id: 'SaveScenario', description: 'A recording or a text to save, and the file to save it to.' });

export const savedScenario = z
  .strictObject({
    file: libraryFile,
    folder: text('Folder that scenarios are saved to.'),
    replaced: z.boolean().describe('Whether existing files were replaced.'),
    files: z
      .array(text('Path of a file, relative to the folder.'))
      .describe('All files written: the scenario and, of a recording, its golden log and its saved world.'),
  })
  .meta({ id: 'SavedScenario', description: 'A scenario that was saved to the folder.' });
export type SavedScenario = z.infer<typeof savedScenario>;
