/**
 * API schemas of `/sim/recordings`: recordings of actions, which can be downloaded as scenarios (decisions K50 to K54).
 */

import { z } from 'zod';
import { RECORDING_ENDS, RECORDING_STARTS } from '../../../domain/world-choices.ts';
import { at, count, text } from '../../fields/described.ts';

/** `POST /sim/recordings`. */
export const startRecording = z
  .strictObject({
    name: z.string().min(1).max(200).optional().describe('Name of the scenario.'),
    from: z
      .enum(RECORDING_STARTS)
      .default('now')
      .describe('`beginning`: everything done since the world was created is part of the recording, too.'),
  })
  .meta({ id: 'StartRecording', description: 'A recording to start.' });

export const recording = z
  .strictObject({
    recording_id: text('Identifier of the recording.'),
    name: text('Name of the scenario.'),
    from: z.enum(RECORDING_STARTS).describe('Point at which the recording starts.'),
    status: z.enum(['recording', 'stopped']).describe('Whether the recording is in progress.'),
    ended_by: z
      .enum(RECORDING_ENDS)
      .nullable()
      .describe(
        'Reason the recording ended: a request, a reset or restored world, or its maximum length; null while it is ' +
          'in progress.',
      ),
    started_at: at('Virtual time at which the recording starts.'),
    ended_at: at('Virtual time at which the recording ends; the present while it is in progress.'),
    commands: count(
      'Number of requests in it: those that changed the world, that the world refused, or that HTTP faults counted.',
    ),
    events: count('Number of entries in the event log at its end.'),
    head: text('Head of the event log at its end, hexadecimal.'),
    needs_start: z.boolean().describe('True: the scenario starts from a saved world, in `start.db` beside it.'),
  })
  .meta({ id: 'Recording', description: 'A recording of what was done in the world.' });
export type RecordingWire = z.infer<typeof recording>;

export const recordingList = z
  .strictObject({ recordings: z.array(recording).describe('Recordings, oldest first.') })
  .meta({ id: 'RecordingList', description: 'All recordings.' });

/** Response of `DELETE /sim/recordings/{id}`. */
export const deletedRecording = z
  .strictObject({
    recording_id: text('Identifier of the recording.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedRecording', description: 'A deleted recording.' });

/** `GET /sim/recordings/{id}/golden.ndjson` and `…/start.db`. */
export const recordingFileQuery = z.strictObject({
  name: z
    .string()
    .regex(/^\w[\w.-]{0,99}$/, 'is not a name of letters, digits, dots, hyphens and underscores')
    .optional()
    .describe('Name of the download, without its extension; `<recording_id>` by default.'),
});

/** `GET /sim/recordings/{id}/scenario.yaml`. */
export const scenarioQuery = recordingFileQuery.extend({
  start: z
    .string()
    .regex(/^[^/\\\p{Cc}\u2028\u2029]{1,200}\.db$/u, 'is not the name of a file that ends in .db')
    .optional()
    .describe('Name of `start.db` beside the scenario; `<name>.start.db` by default.'),
});
