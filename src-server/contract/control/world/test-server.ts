/** Options of a test for the server that it starts in its own process (`ballast/testing`, decision K73). */

import { z } from 'zod';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { APP_ADDRESSES, LOG_LEVELS, RULE_MODES } from '../../../domain/server-choices.ts';
import { CLOCK_MODES } from '../../../domain/world-choices.ts';
import { dividendsMode } from '../../fields/dividends-mode.ts';
import { driftCheck, instant } from '../../fields/fields.ts';
import { settlementMode } from '../../fields/settlement.ts';
import { worldContents } from '../../scenario/world-file.ts';
import { rateLimit, rateLimitClock } from '../accounts/accounts.ts';

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'is not of 1 to 200 visible characters without spaces')
  .optional();

export const startOptions = z
  .strictObject({
    seed: z.int().min(0).default(1).describe('Seed of all randomness: the same seed gives the same world.'),
    clock: instant
      .optional()
      .describe('Time at which the world begins; if left out, 2026-03-02T09:30:00Z, a Monday with all exchanges open.'),
    clockMode: z
      .enum(CLOCK_MODES)
      .default('manual')
      .describe('How virtual time moves; `manual`: only when a test advances it.'),
    clockRate: z
      .number()
      .min(0.1)
      .max(100_000)
      .default(1)
      .describe('Virtual seconds per second, in the mode `realtime`.'),
    driftCheck: driftCheck.optional().describe('Virtual time between checks of the drift; if left out, 15m.'),
    dividends: dividendsMode.optional(),
    world: z
      .union([z.string().min(1), worldContents])
      .optional()
      .describe('What a new world contains: the contents of a world file, or the path of one.'),
    rules: z.enum(RULE_MODES).default('warn').describe('How rules of wrappers and jurisdictions are applied.'),
    settlement: settlementMode.optional(),
    rateLimit: rateLimit.default('off').describe('Maximum number of requests in any 60 s, per key.'),
    rateLimitClock: rateLimitClock
      .optional()
      .describe(
        'Clock of the 60 s; if left out, virtual time with a manual clock, otherwise the time of this machine.',
      ),
    tier: z.enum(TIERS).optional().describe('Tier of the account of the key; if left out, growth.'),
    webhooks: z
      .array(z.string().min(1).max(2000))
      .max(100)
      .default([])
      .describe(
        'Addresses that receive all events from the beginning: on loopback, or a sink such as `/sim/sink/name`.',
      ),
    allowWebhookHosts: z
      .array(z.string().min(1).max(300))
      .max(100)
      .default([])
      .describe('Hosts other than loopback to which webhooks may be sent: NAME, or NAME=ADDRESS (decision I15).'),
    webhookCa: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'File with certificates (PEM) that are trusted for webhooks in addition to the usual ones; null: none.',
      ),
    cors: z
      .array(z.string().regex(/^https?:\/\/[^/\s*?#@]{1,300}$/, 'is not an origin like http://localhost:3000'))
      .max(100)
      .default([])
      .describe('Origins whose pages may call the service from a browser.'),
    port: z.int().min(0).max(65_535).default(0).describe('Port on 127.0.0.1; 0: any free one.'),
    appAddress: z
      .enum(APP_ADDRESSES)
      .default('random')
      .describe(
        'Host name of the app in a browser: a random one below localhost for each start, or that of the service.',
      ),
    dataDir: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('Folder in which the world is stored; null: in memory.'),
    apiKey: token.describe('API key to accept; if left out, one is derived from the seed.'),
    adminToken: token.describe('Token of the control plane; if left out, a random one.'),
    journalRows: z
      .int()
      .min(0)
      .max(10_000_000)
      .default(100_000)
      .describe('Maximum number of requests that the journal stores.'),
    stubFiles: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('Folder with the files that responses of stubs may name; null: none.'),
    maxWorlds: z.int().min(1).max(10_000).default(256).describe('Maximum number of worlds, including the first.'),
    log: z
      .enum(LOG_LEVELS)
      .default('silent')
      .describe('What is logged to stderr; bugs always are. `requests`: a line for each request and webhook.'),
  })
  .meta({ id: 'StartOptions', description: 'Options with which a test starts its server; all are optional.' });
export type StartOptions = z.input<typeof startOptions>;
