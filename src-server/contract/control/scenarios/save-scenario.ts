/** Wire schemas of `POST /sim/scenarios`: a recording is kept in one's own folder of scenarios (decision K85). */
import { z } from 'zod';
import { text } from '../../fields/described.ts';
import { SCENARIO_PATH_BELOW } from '../../fields/path-below.ts';
import { libraryFile } from './scenario-runs.ts';

export const saveScenario = z
  .strictObject({
    recording_id: z.string().min(1).max(100).describe('The recording, which has ended.'),
    file: z
      .string()
      .max(200)
      .regex(SCENARIO_PATH_BELOW, 'is not the path of a .yaml file below the folder')
      .describe('What the scenario is called there, such as `monday.ballast.yaml`; its golden log lies beside it.'),
    replace: z.boolean().default(false).describe('Whether it may take the place of what is there.'),
  })
  .meta({ id: 'SaveScenario', description: 'Which recording to save, and where.' });

export const savedScenario = z
  .strictObject({
    file: libraryFile,
    folder: text('The folder that is written to.'),
    replaced: z.boolean().describe('Whether something was there that is gone now.'),
    files: z
      .array(text('A file, below the folder.'))
      .describe('All that was written: scenario, golden log, saved world.'),
  })
  .meta({ id: 'SavedScenario', description: 'A recording that can be played as a scenario of the folder.' });
export type SavedScenario = z.infer<typeof savedScenario>;
