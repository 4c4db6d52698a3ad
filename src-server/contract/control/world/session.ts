/** API schemas of the run itself: `/sim/session` and `/sim/fingerprint` (decisions L, L2). */

import { z } from 'zod';
import { RULE_MODES } from '../../../domain/server-choices.ts';
import { CHAIN_STATUSES } from '../../../domain/world-choices.ts';
import { at, count, text } from '../../fields/described.ts';
import { DIVIDENDS_MODES } from '../../fields/dividends-mode.ts';
import { SETTLEMENT_MODES } from '../../fields/settlement.ts';

/** `GET /sim/session`: the values that a person at this machine needs to call the service. */
export const session = z
  .strictObject({
    world: text('Name of the world; the first world of a server is `default`.'),
    base_url: text('Base address of both forms.'),
    form_a_url: text('Base address of Form A.'),
    form_b_url: text('Base address of Form B.'),
    control_url: text('Base address of the control plane.'),
    api_key: text('Default API key.'),
    seed: count('Seed of the world.'),
    version: text('Version of Ballast.'),
    data: z.string().nullable().describe('Folder of the database; null: in memory.'),
    rules: z.enum(RULE_MODES).describe('How rules that the specification does not state are applied.'),
    dividends: z.enum(DIVIDENDS_MODES).describe('Whether instruments pay dividends in this world (decision O2).'),
    settlement: z.enum(SETTLEMENT_MODES).describe('How trades settle in this world (decision O4).'),
  })
  .meta({ id: 'Session', description: 'What is needed to call the service from this machine.' });
export type BrowserSession = z.infer<typeof session>;

export const fingerprint = z
  .strictObject({
    seed: count('Seed of the world.'),
    now: at('Current virtual time.'),
    events: count('Number of events in the log.'),
    head: text('Head of the hash chain, hexadecimal.'),
    versions: z.record(z.string(), z.string()).describe('Versions by name.'),
    fixtures: z.record(z.string(), z.string()).describe('SHA-256 of each fixture, by name.'),
    chain: z
      .strictObject({
        status: z
          .enum(CHAIN_STATUSES)
          .describe(
            'Whether the log that was there at the start is as it was written; a long one is checked in the background. `not_latest`: it lacks entries that were written (decision K116).',
          ),
        broken_at: z
          .int()
          .positive()
          .nullable()
          .describe('Number of the first entry that does not follow from the one before it.'),
        written_events: z
          .int()
          .min(0)
          .nullable()
          .describe(
            'Number of entries written, according to the watermark, if the log is not the latest; otherwise null.',
          ),
      })
      .describe('Whether the event log is the one that was written.'),
  })
  .meta({ id: 'Fingerprint', description: 'What makes the world repeatable.' });
export type Fingerprint = z.infer<typeof fingerprint>;
