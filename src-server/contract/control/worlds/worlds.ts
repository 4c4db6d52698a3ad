/** Wire schemas of the worlds of a server under `/sim/worlds` (decisions N1 to N7). */
import { z } from 'zod';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { at, count, text } from '../../fields/described.ts';
import { dividendsMode } from '../../fields/dividends-mode.ts';
import { driftCheck, duration, instant } from '../../fields/fields.ts';
import { settlementMode } from '../../fields/settlement.ts';
import { TIERS } from '../../fields/tiers.ts';
import { worldContents } from '../../scenario/world-file.ts';
import { rateLimit, rateLimitClock } from '../accounts/accounts.ts';
import { pricesToRead } from '../imports/import-requests.ts';
import { CLOCK_MODES } from '../world/clock.ts';
import { worldEvent } from '../world/records.ts';
import { snapshotName } from '../world/snapshots.ts';

/** A world that is kept has a folder of its name. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export const worldName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'is not a name of 1 to 40 small letters, digits and hyphens')
  .refine((name) => !DEVICES.test(name), 'is the name of a device on Windows, which no folder can have')
  .meta({ description: 'Name of the world; its addresses hold it.', examples: ['checkout-tests'] });

const SHORTEST_EXPIRY_MS = 1000;
const LONGEST_EXPIRY_MS = 20 * 86_400_000;

const expiresAfter = duration
  .refine((text) => {
    const ms = parseDuration(text) ?? SHORTEST_EXPIRY_MS;
    return ms >= SHORTEST_EXPIRY_MS && ms <= LONGEST_EXPIRY_MS;
  }, 'is not a duration from 1s to 20d')
  .describe('Time of this machine without a request after which the world ends; left out: it never does.');

const keep = z
  .boolean()
  .default(false)
  .describe('True: it is stored below the data folder of the server, and is there again after a restart.');

/** `POST /sim/worlds`. What is left out is as the flags of the server say; of a fork, as in the world it is copied from. */
export const createWorld = z
  .strictObject({
    name: worldName.optional().describe('Drawn where it is left out.'),
    seed: z.int().min(0).optional().describe('What all randomness follows from.'),
    clock: instant.optional().describe('When the world begins.'),
    clock_mode: z.enum(CLOCK_MODES).optional().describe('How time moves.'),
    clock_rate: z.number().min(0.1).max(100_000).optional().describe('Virtual seconds per second, in realtime.'),
    drift_check: driftCheck.optional().describe('How often drift is checked, virtual time.'),
    tier: z.enum(TIERS).optional().describe('Tier of the default account.'),
    rules: z.enum(['warn', 'enforce', 'off']).optional().describe('Rules of wrappers and jurisdictions.'),
    rate_limit: rateLimit.optional(),
    rate_limit_clock: rateLimitClock.optional(),
    dividends: dividendsMode.optional(),
    settlement: settlementMode.optional(),
    world: worldContents.optional().describe('What it holds: the contents of a world file, without files beside it.'),
    import: pricesToRead
      .optional()
      .describe(
        'Files of prices that it begins with, with the instruments that they name. Without `clock` it begins at the first instant at which every series has a price.',
      ),
    snapshot: snapshotName.optional().describe('A snapshot of the first world, from which it goes on.'),
    fork_of: worldName
      .optional()
      .describe('A world of this server: the new one begins as an exact copy of it, with its webhooks paused.'),
    expires_after: expiresAfter.optional(),
    keep,
  })
  .meta({ id: 'CreateWorld', description: 'What a new world is to be like; everything may be left out.' });
export type CreateWorld = z.output<typeof createWorld>;

/** Parameters of `POST /sim/worlds/import`. */
export const importWorldQuery = z.strictObject({
  name: worldName.optional().describe('Its name; left out: the one it had, if that is free, else a drawn one.'),
  expires_after: expiresAfter.optional(),
  keep: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: it is stored below the data folder of the server.'),
});

const whereabouts = {
  name: text('Its name; the first world is `default`.'),
  base_url: text('Base of both forms.'),
  form_a_url: text('Base of Form A.'),
  form_b_url: text('Base of Form B.'),
  control_url: text('Base of its control plane.'),
  seed: count('Seed of the world.'),
  now: at('Now.'),
  created: at('When it was made, by the clock of this machine.'),
  expires: z.string().nullable().meta({
    description: 'When it ends without another request, by the clock of this machine; null: it does not.',
    format: 'date-time',
  }),
  stored: z.boolean().describe('Whether it is stored and there again after a restart.'),
  fork_of: z.string().nullable().describe('The world that it was copied from; null: none.'),
};

/** Answer of `POST /sim/worlds` and of the import. */
export const createdWorld = z
  .strictObject({
    ...whereabouts,
    api_key: text('API key of this world.'),
    admin_token: text('Token of its control plane, which opens no other one.'),
    aliases: z
      .record(z.string(), z.string())
      .describe('Identifiers of the portfolios that its contents named with `as`.'),
  })
  .meta({ id: 'CreatedWorld', description: 'A world that was made, with its keys.' });
export type CreatedWorld = z.infer<typeof createdWorld>;

export const hostedWorld = z
  .strictObject({
    ...whereabouts,
    events: count('Events in its log.'),
    head: text('Head of its hash chain, hexadecimal.'),
  })
  .meta({ id: 'HostedWorld', description: 'A world of this server.' });
export type HostedWorldWire = z.infer<typeof hostedWorld>;

export const worldList = z
  .strictObject({
    worlds: z.array(hostedWorld).describe('The first one, then the others by name.'),
    unopened: z
      .array(z.strictObject({ name: text('Its name.'), reason: text('Why it cannot be opened.') }))
      .describe('Worlds that are stored and cannot be opened, by name. They can be ended, which deletes their files.'),
    most: count('How many there may be.'),
    can_store: z.boolean().describe('Whether this server stores anything: it was started with `--data`.'),
  })
  .meta({ id: 'WorldList', description: 'Every world of this server.' });
export type WorldList = z.infer<typeof worldList>;

/** Answer of `DELETE /sim/worlds/{name}`. */
export const deletedWorld = z
  .strictObject({ name: text('Its name.'), deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedWorld', description: 'A world that is no more.' });

/** Parameters of `GET /sim/worlds/{name}/comparison`. */
export const comparisonQuery = z.strictObject({ with: worldName.describe('The other world.') });

const comparedWorld = z.strictObject({
  name: text('Its name.'),
  now: at('Now.'),
  events: count('Events in its log.'),
  head: text('Head of its hash chain, hexadecimal.'),
  next: worldEvent.nullable().describe('Its first event that the other one has not; null where it has no more.'),
});

export const worldComparison = z
  .strictObject({
    first: comparedWorld.describe('The world of the path.'),
    second: comparedWorld.describe('The other one.'),
    same_events: count('Events that both logs begin with.'),
    are_equal: z.boolean().describe('Whether the logs are the same.'),
  })
  .meta({ id: 'WorldComparison', description: 'Where the event logs of two worlds part.' });
export type WorldComparison = z.infer<typeof worldComparison>;
