/** Wire schemas of `/sim/recordings`: stretches of what was done, to be had as scenarios (decisions K50 to K54). */
import { z } from 'zod';
import { at, count, text } from '../../fields/described.ts';

export const RECORDING_ENDS = ['stop', 'reset', 'restore', 'bounds'] as const;
export const RECORDING_STARTS = ['now', 'beginning'] as const;

/** `POST /sim/recordings`. */
export const startRecording = z
  .strictObject({
    name: z.string().min(1).max(200).optional().describe('What the scenario is called.'),
    from: z
      .enum(RECORDING_STARTS)
      .default('now')
      .describe('`beginning`: everything that was done since the world was made is part of it, too.'),
  })
  .meta({ id: 'StartRecording', description: 'What to record.' });

export const recording = z
  .strictObject({
    recording_id: text('Its identifier.'),
    name: text('What the scenario is called.'),
    from: z.enum(RECORDING_STARTS).describe('Where it begins.'),
    status: z.enum(['recording', 'stopped']).describe('Whether it is under way.'),
    ended_by: z
      .enum(RECORDING_ENDS)
      .nullable()
      .describe(
        'What ended it: a request, another state of the world, or its maximum length; null while it is under way.',
      ),
    started_at: at('Where it begins.'),
    ended_at: at('Where it ends; now while it is under way.'),
    commands: count('Requests in it: those that changed the world, that it refused, or that HTTP faults counted.'),
    events: count('Entries of the event log at its end.'),
    head: text('Head of the event log at its end, hexadecimal.'),
    needs_start: z.boolean().describe('True: the scenario begins from a saved world, `start.db` beside it.'),
  })
  .meta({ id: 'Recording', description: 'A stretch of what was done in the world.' });
export type RecordingWire = z.infer<typeof recording>;

export const recordingList = z
  .strictObject({ recordings: z.array(recording).describe('Oldest first.') })
  .meta({ id: 'RecordingList', description: 'Every recording.' });
export type RecordingList = z.infer<typeof recordingList>;

/** Answer of `DELETE /sim/recordings/{id}`. */
export const deletedRecording = z
  .strictObject({ recording_id: text('Its identifier.'), deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedRecording', description: 'A recording that is no more.' });

/** `GET /sim/recordings/{id}/golden.ndjson` and `…/start.db`. */
export const recordingFileQuery = z.strictObject({
  name: z
    .string()
    .regex(/^\w[\w.-]{0,99}$/, 'is not a name of letters, digits, dots, hyphens and underscores')
    .optional()
    .describe('What it is called as a download, without its ending; `<recording_id>` where it is left out.'),
});

/** `GET /sim/recordings/{id}/scenario.yaml`. */
export const scenarioQuery = recordingFileQuery.extend({
  start: z
    .string()
    .regex(/^[^/\\\p{Cc}\u2028\u2029]{1,200}\.db$/u, 'is not the name of a file that ends in .db')
    .optional()
    .describe('Name that `start.db` has beside the scenario; `<name>.start.db` where it is left out.'),
});
