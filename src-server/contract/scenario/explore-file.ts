/** Files of explorations: a client under test, and the world in which faults are tried on it (decisions Q1 to Q4). */
import { z } from 'zod';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { createFault } from '../control/market/faults.ts';
import { duration } from '../fields/fields.ts';
import { operationName } from '../service/operation-names.ts';
import { always, eventually } from './event-patterns.ts';
import { scenarioFile } from './scenario-file.ts';
import type { ScenarioStep } from './scenario-step.ts';
import { worldContents } from './world-file.ts';

export const TRIAL_ACTIONS = ['restart_server', 'rotate_secret'] as const;

/** What happens to the service and is no fault of a request, a webhook or an exchange. */
export const trialAction = z
  .strictObject({
    action: z
      .enum(TRIAL_ACTIONS)
      .describe(
        '`restart_server`: the server dies, and another goes on from what it has stored. `rotate_secret`: every webhook endpoint gets another secret, and the one before signs no more.',
      ),
    after: operationName.describe('It happens when the service has answered a request for this operation.'),
    skip: z.int().min(0).max(1_000_000).default(0).describe('So many answers are let pass first.'),
  })
  .meta({ id: 'TrialAction', description: 'Something that happens to the service in the middle of a trial.' });
export type TrialAction = z.output<typeof trialAction>;

const words = z.array(z.string().max(10_000)).min(1).max(200);

/** At least 1 ms of host time. */
function spanUpTo(mostMs: number, issue: string) {
  const isWithin = (text: string) => {
    const spanMs = parseDuration(text);
    return spanMs !== null && spanMs >= 1 && spanMs <= mostMs;
  };
  return duration.refine(isWithin, issue);
}

const { $schema, description, seed, clock, drift_check, dividends, settlement, tier, rules, rate_limit } =
  scenarioFile.shape;

const folder = z.string().min(1).max(1000);

export const exploreFile = z
  .strictObject({
    $schema,
    name: scenarioFile.shape.name.optional(),
    description,
    command: words
      .optional()
      .describe('The client under test, word by word; the words after `--` on the command line take its place.'),
    folder: z
      .union([folder, z.array(folder).min(1).max(10)])
      .optional()
      .describe(
        'Where the client runs, relative to this file; where `ballast` runs, if it is left out. Of several folders, and of those that this file lies in, the first that has the files that the command names.',
      ),
    keep_alive: z
      .boolean()
      .default(false)
      .describe('The client runs many trials in one process: it reads each world as a line of JSON from stdin.'),
    ...{ seed, clock, drift_check, dividends, settlement, tier, rules, rate_limit },
    world: z
      .union([z.string().min(1).max(1000), worldContents])
      .prefault({})
      .describe('A world file, relative to this file, or what would stand in one.'),
    step: duration.default('30s').describe('Virtual time that passes with each request of the client.'),
    idle: spanUpTo(60_000, 'is not a duration from 1ms to 1m')
      .default('50ms')
      .describe('Host time without a request after which virtual time goes on to what is due next.'),
    timeout: spanUpTo(3_600_000, 'is not a duration from 1ms to 1h')
      .default('30s')
      .describe('Host time that the client has for a trial.'),
    storm: z.int().min(1).max(1_000_000).default(20).describe('More requests than this in a second are a storm.'),
    webhook: z
      .strictObject({
        path: z
          .string()
          .regex(/^\/[^\s#]*$/, 'is not a path that begins with /')
          .default('/')
          .describe('Path of the receiver.'),
      })
      .optional()
      .describe(
        'A receiver of the client, which listens on the port in `BALLAST_WEBHOOK_PORT`; for clients that register none themselves.',
      ),
    check: words
      .optional()
      .describe(
        'A command that runs after the client, with the same variables; another exit code than 0 is a finding.',
      ),
    invariants: z
      .array(z.custom<ScenarioStep>())
      .max(1000)
      .meta({ items: { type: 'object', description: 'A step of a scenario, as in scenario.schema.json.' } })
      .default([])
      .describe('Steps of a scenario that have to pass when everything has come to rest.'),
    always,
    eventually,
    faults: z.array(createFault).max(100).optional().describe('The only faults to try, all of them in one trial.'),
    actions: z.array(trialAction).max(100).optional().describe('What happens in that trial besides.'),
  })
  .meta({ id: 'ExploreFile', description: 'An exploration: which faults break a client?' });
export type ExploreFile = z.output<typeof exploreFile>;
