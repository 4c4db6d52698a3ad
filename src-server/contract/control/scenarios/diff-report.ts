/** The JSON document that `ballast diff --json` prints. */
import { z } from 'zod';

const side = z.strictObject({
  seed: z.number().nullable().describe('Its seed; null where a log does not say.'),
  events: z.int().nonnegative().describe('Entries of its event log.'),
  head: z.string().nullable().describe("Head of the log's hash chain; null for an empty log."),
});

const figure = z.union([z.number(), z.string(), z.null()]);

export const diffReport = z
  .strictObject({
    same: z.boolean().describe('Whether nothing differs.'),
    first: side.describe('The run that was named first.'),
    second: side.describe('The run that was named second.'),
    divergence: z
      .strictObject({
        event: z.int().nullable().describe('Number of the first event that differs.'),
        heading: z.string().describe('What differs, as a sentence.'),
        fields: z
          .array(z.strictObject({ pointer: z.string(), first: z.string().nullable(), second: z.string().nullable() }))
          .describe('Fields that differ, as JSON texts.'),
        text: z.string().describe('All of it as text.'),
      })
      .nullable()
      .describe('Where the event logs part; null where they do not.'),
    differences: z
      .array(
        z.strictObject({
          area: z
            .enum(['rebalances', 'fills', 'costs', 'cash', 'holdings', 'deliveries'])
            .describe('What it is about.'),
          subject: z.string().describe('Of what: a portfolio, an instrument, a status.'),
          first: figure.describe('Null where there is none.'),
          second: figure.describe('Null where there is none.'),
          unit: z.string().describe('Currency of an amount; empty for what has none.'),
        }),
      )
      .describe('The differences in results.'),
  })
  .meta({ id: 'DiffReport', description: 'What `ballast diff --json` prints.' });
export type DiffReport = z.infer<typeof diffReport>;
