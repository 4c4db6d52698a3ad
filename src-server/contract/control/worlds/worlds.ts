/** API schemas of the worlds of a server under `/sim/worlds` (decisions N1 to N7). */

import { z } from 'zod';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { RULE_MODES } from '../../../domain/server-choices.ts';
import { CLOCK_MODES } from '../../../domain/world-choices.ts';
import { at, count, text } from '../../fields/described.ts';
import { dividendsMode } from '../../fields/dividends-mode.ts';
import { driftCheck, duration, instant } from '../../fields/fields.ts';
import { settlementMode } from '../../fields/settlement.ts';
import { worldContents } from '../../scenario/world-file.ts';
import { rateLimit, rateLimitClock } from '../accounts/accounts.ts';
import { pricesToRead } from '../imports/import-requests.ts';
import { WORLD_NAME } from '../text-rules.ts';
import { worldEvent } from '../world/records.ts';
import { snapshotName } from '../world/snapshots.ts';

/** A stored world has a folder of its name, which cannot be one of these on Windows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export const worldName = z
  .string()
  .regex(WORLD_NAME.pattern, WORLD_NAME.issue)
  .refine((name) => !DEVICES.test(name), 'is the name of a device on Windows, which no folder can have')
  .meta({ description: 'Name of the world, which is part of its addresses.', examples: ['checkout-tests'] });

const SHORTEST_EXPIRY_MS = 1000;
const LONGEST_EXPIRY_MS = 20 * 86_400_000;

const expiresAfter = duration
  .refine((text) => {
    const ms = parseDuration(text) ?? SHORTEST_EXPIRY_MS;
    return ms >= SHORTEST_EXPIRY_MS && ms <= LONGEST_EXPIRY_MS;
  }, 'is not a duration from 1s to 20d')
  .describe(
    'Time without requests, by the clock of this machine, after which the world expires; if left out, it never does.',
  );

const storedFlag = z
  .boolean()
  .default(false)
  .describe('True: the world is stored below the data folder of the server, and is available again after a restart.');

/**
 * `POST /sim/worlds`. A field that is left out has the value of the server's flags; in a fork, that of the copied
 * world.
 */
export const createWorld = z
  .strictObject({
    name: worldName.optional().describe('Name of the world; if left out, a random one.'),
    seed: z.int().min(0).optional().describe('Seed of all randomness.'),
    clock: instant.optional().describe('Time at which the world begins.'),
    clock_mode: z.enum(CLOCK_MODES).optional().describe('How virtual time moves.'),
    clock_rate: z
      .number()
      .min(0.1)
      .max(100_000)
      .optional()
      .describe('Virtual seconds per second, in the mode `realtime`.'),
    drift_check: driftCheck.optional().describe('Virtual time between checks of the drift.'),
    tier: z.enum(TIERS).optional().describe('Tier of the default account.'),
    rules: z.enum(RULE_MODES).optional().describe('How rules of wrappers and jurisdictions are applied.'),
    rate_limit: rateLimit.optional(),
    rate_limit_clock: rateLimitClock.optional(),
    dividends: dividendsMode.optional(),
    settlement: settlementMode.optional(),
    world: worldContents
      .optional()
      .describe('What the world contains: the contents of a world file, without files beside it.'),
    import: pricesToRead
      .optional()
      .describe(
        'Price files with which the world begins, and the instruments that they name. Without `clock`, it begins at the first instant at which every series has a price.',
      ),
    snapshot: snapshotName.optional().describe('A snapshot of the first world, from which the new world continues.'),
    fork_of: worldName
      .optional()
      .describe('A world of this server; the new world begins as an exact copy of it, with its webhooks paused.'),
    fork_at: z
      .enum(['now', 'beginning'])
      .optional()
      .describe('With `fork_of`: whether the copy begins as that world is now (the default), or as it began.'),
    expires_after: expiresAfter.optional(),
    keep: storedFlag,
  })
  .meta({ id: 'CreateWorld', description: 'Settings of the new world; all are optional.' });
export type CreateWorld = z.output<typeof createWorld>;

/** Parameters of `POST /sim/worlds/import`. */
export const importWorldQuery = z.strictObject({
  name: worldName
    .optional()
    .describe('Name of the world; if left out, the one it had, if that is free, otherwise a random one.'),
  expires_after: expiresAfter.optional(),
  keep: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: the world is stored below the data folder of the server.'),
});

const whereabouts = {
  name: text('Name of the world; the first world is `default`.'),
  base_url: text('Base address of both forms.'),
  form_a_url: text('Base address of Form A.'),
  form_b_url: text('Base address of Form B.'),
  control_url: text('Base address of its control plane.'),
  seed: count('Seed of the world.'),
  now: at('Current virtual time.'),
  created: at('Time at which it was created, by the clock of this machine.'),
  expires: z.string().nullable().meta({
    description:
      'Time at which it expires without another request, by the clock of this machine; null: it does not expire.',
    format: 'date-time',
  }),
  stored: z.boolean().describe('Whether it is stored and available again after a restart.'),
  fork_of: z.string().nullable().describe('World from which it was copied; null: none.'),
};

/** Response of `POST /sim/worlds` and of the import. */
export const createdWorld = z
  .strictObject({
    ...whereabouts,
    api_key: text('API key of this world.'),
    admin_token: text('Token of its control plane, which is valid for no other one.'),
    aliases: z
      .record(z.string(), z.string())
      .describe('Identifiers of the portfolios that its contents named with `as`.'),
  })
  .meta({ id: 'CreatedWorld', description: 'A world that was created, with its keys.' });
export type CreatedWorld = z.infer<typeof createdWorld>;

export const hostedWorld = z
  .strictObject({
    ...whereabouts,
    events: count('Number of events in its log.'),
    head: text('Head of its hash chain, hexadecimal.'),
  })
  .meta({ id: 'HostedWorld', description: 'A world of this server.' });
export type HostedWorldWire = z.infer<typeof hostedWorld>;

export const worldList = z
  .strictObject({
    worlds: z.array(hostedWorld).describe('The first world, then the others by name.'),
    unopened: z
      .array(z.strictObject({ name: text('Name of the world.'), reason: text('Reason why it cannot be opened.') }))
      .describe('Stored worlds that cannot be opened, by name. They can be deleted, which deletes their files.'),
    most: count('Maximum number of worlds.'),
    can_store: z.boolean().describe('Whether this server stores anything: it was started with `--data`.'),
  })
  .meta({ id: 'WorldList', description: 'Every world of this server.' });
export type WorldList = z.infer<typeof worldList>;

/** Response of `DELETE /sim/worlds/{name}`. */
export const deletedWorld = z
  .strictObject({ name: text('Name of the world.'), deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedWorld', description: 'A deleted world.' });

/** Parameters of `GET /sim/worlds/{name}/comparison`. */
export const worldComparisonQuery = z.strictObject({ with: worldName.describe('Name of the other world.') });

const comparedWorld = z.strictObject({
  name: text('Name of the world.'),
  now: at('Current virtual time.'),
  events: count('Number of events in its log.'),
  head: text('Head of its hash chain, hexadecimal.'),
  next: worldEvent
    .nullable()
    .describe('Its first event that the other world does not have; null if it has no more events.'),
});

export const worldComparison = z
  .strictObject({
    first: comparedWorld.describe('The world in the path.'),
    second: comparedWorld.describe('The other world.'),
    same_events: count('Number of events with which both logs begin.'),
    are_equal: z.boolean().describe('Whether the logs are the same.'),
  })
  .meta({ id: 'WorldComparison', description: 'Where the event logs of two worlds diverge.' });
export type WorldComparison = z.infer<typeof worldComparison>;
