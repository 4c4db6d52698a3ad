/**
 * Scenario files: a world, then steps that call it as a client would, with the expected result of each. Steps are
 * validated one by one, each by the schema of its kind (`scenario-step.ts`), because they may refer to values that are
 * only known in a run.
 */

import { z } from 'zod';
import { TIERS } from '../../domain/events/event-choices.ts';
import { RULE_MODES } from '../../domain/server-choices.ts';
import { dividendsMode } from '../fields/dividends-mode.ts';
import { driftCheck, instant } from '../fields/fields.ts';
import { jsonValue } from '../fields/json-value.ts';
import { settlementMode } from '../fields/settlement.ts';
import { always, eventually } from './event-patterns.ts';
import { savedName } from './scenario-names.ts';
import type { ScenarioStep } from './scenario-step.ts';
import { worldContents } from './world-file.ts';

export { kindOf, type ScenarioStep } from './scenario-step.ts';

const editorSchema = z.string().optional().describe('Location of the JSON Schema of this file, for editors.');
const steps = z
  .array(z.custom<ScenarioStep>(), 'must be a list of steps, each after a dash, such as “- advance: 1d”')
  .min(1, 'must not be empty')
  .meta({ description: 'Steps of the scenario, in order.', items: { $ref: '#/$defs/ScenarioStep' } });

/** Values that replace `${name}` everywhere in the file, including its world, before the run. */
const variables = z
  .record(savedName, jsonValue)
  .default({})
  .describe(
    'Values that the file uses as `${name}`; `--vary` may set them. A file that includes this one has to set those ' +
      'that are null.',
  );

/** Variables that a file from another person may not bring into reports. */
const SECRET = /secret|token|passw|credential|api_?key|private|^ballast_/i;

export const scenarioFile = z
  .strictObject({
    $schema: editorSchema,
    name: z.string().min(1).max(200).describe('Name of the scenario in reports.'),
    description: z.string().optional().describe('Description of what it shows, for people.'),
    tags: z.array(z.string().min(1).max(60)).max(20).default([]).describe('Tags by which scenarios can be selected.'),
    seed: z.int().nonnegative().default(1).describe('Seed of all randomness.'),
    clock: instant.default('2026-03-02T09:30:00Z').describe('Virtual time at which the scenario starts.'),
    drift_check: driftCheck.optional().describe('Interval between drift checks; 15 minutes by default.'),
    dividends: dividendsMode.optional(),
    settlement: settlementMode.optional(),
    tier: z.enum(TIERS).optional().describe('Tier of the account `default`; growth by default.'),
    rules: z.enum(RULE_MODES).default('warn').describe('Treatment of wrapper and jurisdiction rules (decision M).'),
    rate_limit: z
      .union([z.int().positive(), z.literal('off'), z.literal('ignored')])
      .default('off')
      .describe(
        'Maximum number of requests in any 60 s of virtual time for keys without a limit of their own, or off; ' +
          'ignored: no key has a limit (decision K53).',
      ),
    env: z
      .array(savedName.refine((name) => !SECRET.test(name), 'looks like a secret, and reports show what is read'))
      .max(100)
      .default([])
      .describe(
        'Environment variables that may set variables of the same names when `ballast replay`, `sweep` and ' +
          '`validate` or `playScenario` read the file; `variables` may have a value for one that is not set.',
      ),
    variables,
    world: worldContents.prefault({}).describe('Contents of the world at the start.'),
    start: z
      .strictObject({
        snapshot: z
          .string()
          .min(1)
          .max(1000)
          .describe('File of a saved world, relative to this file and within the project.'),
        keys: z
          .record(savedName, z.string().regex(/^ak_[0-9A-HJKMNP-TV-Z]{26}$/, 'is not the identifier of a key'))
          .default({})
          .describe('API keys that the saved world had, by the name under which steps use them: `key: ${name}`.'),
      })
      .optional()
      .describe(
        'Saved world to start from, in place of `seed`, `clock`, `dividends`, `settlement`, `tier` and `world`.',
      ),
    receivers: z
      .enum(['real', 'stand_in'])
      .default('real')
      .describe(
        '`stand_in`: webhooks to addresses other than the built-in receivers are not sent; they count as accepted.',
      ),
    steps,
    always,
    eventually,
    allow_unmet: z
      .boolean()
      .default(false)
      .describe('True: the scenario does not fail if one of its faults or stubs has no hits.'),
    golden: z
      .literal('none')
      .optional()
      .describe(
        '`none`: the scenario has no golden log and is judged by its checks alone, even where a golden log is ' +
          'required.',
      ),
    sweep: z
      .strictObject({
        assert: z
          .array(z.string().min(1))
          .min(1)
          .max(100)
          .describe(
            'Conditions on the distributions of `measures`, such as `drift/p95 <= 0.02`, and on `passed`, `failed`, ' +
              '`figures` and `variations`.',
          ),
      })
      .optional()
      .describe('Conditions on all runs of a sweep together; a single run ignores them.'),
    measures: z
      .record(savedName, z.string('must be a reference, such as ${plan/drift_after/max_drift}').min(1))
      .default({})
      .describe(
        'Figures to report after the run: numbers, or texts that are numbers, such as `${name}` or `${name/pointer}`.',
      ),
  })
  .meta({ id: 'ScenarioFile', description: 'A Ballast scenario: a world and what happens in it.' });
/** Fields of a new world, which have no effect together with `start`. */
export const OF_NEW_WORLDS = ['seed', 'clock', 'dividends', 'settlement', 'tier', 'world'] as const;
export type ScenarioFile = z.infer<typeof scenarioFile>;

/** A file of steps for `include`; it may also be a scenario file, whose steps are used. */
export const stepsFile = z
  .strictObject({
    $schema: editorSchema,
    description: z.string().optional().describe('Description of what the steps do, for people.'),
    variables,
    steps,
  })
  .meta({ id: 'StepsFile', description: 'Steps that Ballast scenarios can include.' });
