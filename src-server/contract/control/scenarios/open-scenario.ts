/**
 * API schemas of `POST /sim/opened-scenarios`: a text is listed among the scenarios until the server stops
 * (decision K84).
 */
import { z } from 'zod';
import { text } from '../../fields/described.ts';

/** In characters; a body may have 1 MiB (decision A4). */
const MAX_OPENED_TEXT = 1_000_000;

/** The text of a scenario, in a request. */
export const scenarioTextField = z
  .string()
  .min(1)
  .max(MAX_OPENED_TEXT)
  .optional()
  .describe('The scenario, in YAML. It must not include other files, and has to start with a world of its own.');

/** A request has one of them. */
export const TEXT_OR_RECORDING = {
  path: ['text'],
  error: 'is needed unless there is a recording_id, and one of them alone',
};

export function isTextOrRecording(given: { readonly text?: unknown; readonly recording_id?: unknown }): boolean {
  return (given.text === undefined) !== (given.recording_id === undefined);
}

export const openScenario = z
  .strictObject({
    name: z
      .string()
      .max(200)
      .regex(/^(?!\.)[^\\/:\p{Cc}\u2028\u2029]+\.ya?ml$/u, 'is not the name of a .yaml file')
      .describe('Name of its file, such as `monday.ballast.yaml`.'),
    text: scenarioTextField,
    check_only: z.boolean().default(false).describe('True: the text is checked, and not added to the scenarios.'),
    recording_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Identifier of a recording that has ended, in place of a text; it is opened with its golden log and its ' +
          'saved world.',
      ),
  })
  .refine(isTextOrRecording, TEXT_OR_RECORDING)
  .meta({ id: 'OpenScenario', description: 'A scenario to open: a text or a recording.' });

export const openedScenario = z
  .strictObject({
    file: text('File under which the scenario is listed: `opened/<hash of its text>/<name>`.'),
    faults: z.array(z.string()).describe('Errors of the text, one per line with its place; empty for a valid one.'),
  })
  .meta({ id: 'OpenedScenario', description: 'A scenario that can be run for as long as the server runs.' });
