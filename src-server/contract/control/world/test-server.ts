/** What a test may say of the server that it starts in its own process (`ballast/testing`, decision K73). */
import { z } from 'zod';
import { dividendsMode } from '../../fields/dividends-mode.ts';
import { driftCheck, instant } from '../../fields/fields.ts';
import { settlementMode } from '../../fields/settlement.ts';
import { TIERS } from '../../fields/tiers.ts';
import { worldContents } from '../../scenario/world-file.ts';
import { rateLimit, rateLimitClock } from '../accounts/accounts.ts';
import { CLOCK_MODES } from './clock.ts';

const token = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'is not of 1 to 200 visible characters without spaces')
  .optional();

export const startOptions = z
  .strictObject({
    seed: z.int().min(0).default(1).describe('What all randomness follows from: the same seed is the same world.'),
    clock: instant.optional().describe('When the world begins; left out, 2026-03-02T09:30:00Z, a Monday, all open.'),
    clockMode: z.enum(CLOCK_MODES).default('manual').describe('How time moves; manual: only when a test says so.'),
    clockRate: z.number().min(0.1).max(100_000).default(1).describe('Virtual seconds per second, in realtime.'),
    driftCheck: driftCheck.optional().describe('How often drift is looked at, virtual time; 15m where left out.'),
    dividends: dividendsMode.optional(),
    world: z
      .union([z.string().min(1), worldContents])
      .optional()
      .describe('What a new world holds: the contents of a world file, or the path of one.'),
    rules: z.enum(['warn', 'enforce', 'off']).default('warn').describe('Rules of wrappers and jurisdictions.'),
    settlement: settlementMode.optional(),
    rateLimit: rateLimit.default('off').describe('Requests in any 60 s, per key.'),
    rateLimitClock: rateLimitClock
      .optional()
      .describe('Which 60 s are meant; left out, virtual time with a manual clock, and else that of this machine.'),
    tier: z.enum(TIERS).optional().describe('Tier of the account of the key; growth where left out.'),
    webhooks: z
      .array(z.string().min(1).max(2000))
      .max(100)
      .default([])
      .describe('Addresses that receive all events, from the beginning: on loopback, or a sink as `/sim/sink/name`.'),
    allowWebhookHosts: z
      .array(z.string().min(1).max(300))
      .max(100)
      .default([])
      .describe('Hosts beyond loopback that webhooks may go to: NAME, or NAME=ADDRESS (decision I15).'),
    webhookCa: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'File with certificates (PEM) that receivers of webhooks are trusted by, beside the usual ones; null: none.',
      ),
    cors: z
      .array(z.string().regex(/^https?:\/\/[^/\s*?#@]{1,300}$/, 'is not an origin like http://localhost:3000'))
      .max(100)
      .default([])
      .describe('Origins whose pages may call the service from a browser.'),
    port: z.int().min(0).max(65_535).default(0).describe('On 127.0.0.1; 0 takes any free one.'),
    appAddress: z
      .enum(['random', 'plain'])
      .default('random')
      .describe(
        'Name of the app in a browser: one below localhost that is drawn at each start, or that of the service.',
      ),
    dataDir: z.string().min(1).nullable().default(null).describe('Folder in which the world is kept; null: memory.'),
    apiKey: token.describe('Key to accept; made from the seed where left out.'),
    adminToken: token.describe('Token of the control plane; a random one where left out.'),
    journalRows: z.int().min(0).max(10_000_000).default(100_000).describe('How many requests the journal keeps.'),
    stubFiles: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('Folder whose files answers of stubs may name; null: none.'),
    maxWorlds: z
      .int()
      .min(1)
      .max(10_000)
      .default(256)
      .describe('How many worlds there may be, the first one included.'),
    log: z
      .enum(['silent', 'info', 'requests', 'debug'])
      .default('silent')
      .describe('What is told on stderr; bugs always are. `requests`: a line for each request and webhook.'),
  })
  .meta({ id: 'StartOptions', description: 'What a test says of its server; everything may be left out.' });
export type StartOptions = z.input<typeof startOptions>;
