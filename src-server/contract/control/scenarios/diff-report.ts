/** The JSON document that `ballast diff --json` prints. */
import { z } from 'zod';

/** The compared areas of two runs. */
export const DIFFERENCE_AREAS = ['rebalances', 'fills', 'costs', 'cash', 'holdings', 'deliveries'] as const;

const side = z.strictObject({
  seed: z.number().nullable().describe('Seed of the run; null if its log does not have it.'),
  events: z.int().nonnegative().describe('Number of entries in its event log.'),
  head: z.string().nullable().describe("Head of the log's hash chain; null for an empty log."),
});

const figure = z.union([z.number(), z.string(), z.null()]);

export const diffReport = z
  .strictObject({
    same: z.boolean().describe('Whether the two runs have no differences.'),
    first: side.describe('The run that was named first.'),
    second: side.describe('The run that was named second.'),
    divergence: z
      .strictObject({
        event: z.int().nullable().describe('Number of the first event that differs.'),
        heading: z.string().describe('The difference, as a sentence.'),
        fields: z
          .array(z.strictObject({ pointer: z.string(), first: z.string().nullable(), second: z.string().nullable() }))
          .describe('Fields that differ, with their values as JSON text.'),
        text: z.string().describe('The whole divergence as text.'),
      })
      .nullable()
      .describe('Point at which the event logs diverge; null if they do not.'),
    differences: z
      .array(
        z.strictObject({
          area: z.enum(DIFFERENCE_AREAS).describe('Area of the difference.'),
          subject: z.string().describe('Subject of the difference: a portfolio, an instrument or a status.'),
          first: figure.describe('Value in the first run; null if it has none.'),
          second: figure.describe('Value in the second run; null if it has none.'),
          unit: z.string().describe('Currency of an amount; empty for figures that have none.'),
        }),
      )
      .describe('Differences in the results.'),
  })
  .meta({ id: 'DiffReport', description: 'Output of `ballast diff --json`.' });
export type DiffReport = z.infer<typeof diffReport>;
