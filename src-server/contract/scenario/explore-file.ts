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

/** An action on the service that is not a fault of a request, a webhook or an exchange. */
const trialAction = z
  .strictObject({
    action: z
      .enum(TRIAL_ACTIONS)
      .describe(
        '`restart_server`: the server crashes, and another one continues from what it has stored. `rotate_secret`: ' +
          'every webhook endpoint gets a new secret, and the previous one is no longer used for signing.',
      ),
    after: operationName.describe(
      'Operation after which it happens, as soon as the service has responded to a request for it.',
    ),
    skip: z.int().min(0).max(1_000_000).default(0).describe('Number of responses to let pass first.'),
  })
  .meta({ id: 'TrialAction', description: 'Something that happens to the service during a trial.' });
export type TrialAction = z.output<typeof trialAction>;

const commandArgs = z.array(z.string().max(10_000)).min(1).max(200);

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
    command: commandArgs
      .optional()
      .describe('Command of the client under test, word by word; words after `--` on the command line replace it.'),
    folder: z
      .union([folder, z.array(folder).min(1).max(10)])
      .optional()
      .describe(
        'Folder in which the client runs, relative to this file; by default, the folder in which `ballast` runs. ' +
          'Of several folders, and the folders that contain this file, the first that has the files named in the ' +
          'command is used.',
      ),
    keep_alive: z
      .boolean()
      .default(false)
      .describe('True: the client runs many trials in one process, and reads each world as a line of JSON from stdin.'),
    seed,
    clock,
    drift_check,
    dividends,
    settlement,
    tier,
    rules,
    rate_limit,
    world: z
      .union([z.string().min(1).max(1000), worldContents])
      .prefault({})
      .describe('Path of a world file, relative to this file, or the contents of one.'),
    step: duration.default('30s').describe('Virtual time that passes with each request of the client.'),
    idle: spanUpTo(60_000, 'is not a duration from 1ms to 1m')
      .default('50ms')
      .describe('Host time without a request after which virtual time advances to whatever is due next.'),
    timeout: spanUpTo(3_600_000, 'is not a duration from 1ms to 1h')
      .default('30s')
      .describe('Host time that the client has for a trial.'),
    storm: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(20)
      .describe('Number of requests within a second above which they count as a request storm.'),
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
        'Webhook receiver of the client, which listens on the port in `BALLAST_WEBHOOK_PORT`; for clients that do ' +
          'not register one themselves.',
      ),
    check: commandArgs
      .optional()
      .describe('Command that runs after the client, with the same variables; an exit code other than 0 is a finding.'),
    invariants: z
      .array(z.custom<ScenarioStep>())
      .max(1000)
      .meta({ items: { type: 'object', description: 'A scenario step, as in scenario.schema.json.' } })
      .default([])
      .describe('Scenario steps that have to pass once all activity has ended.'),
    always,
    eventually,
    faults: z.array(createFault).max(100).optional().describe('The only faults to try, all of them in one trial.'),
    actions: z.array(trialAction).max(100).optional().describe('What else happens in that trial.'),
  })
  .meta({ id: 'ExploreFile', description: 'An exploration: a search for the faults that break a client.' });
export type ExploreFile = z.output<typeof exploreFile>;
