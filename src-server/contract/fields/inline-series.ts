/** Prices of one listing within a world or scenario file: by their instants, or on a grid (decision L56). */
import { z } from 'zod';
import { price } from '../scenario/custom-market.ts';
import { duration, instant, isin, mic } from './fields.ts';

const MAX_ROWS = 100_000;
const listing = { isin, exchange: mic };

const bySteps = z
  .strictObject({
    ...listing,
    points: z
      .array(z.tuple([instant, price]))
      .min(1)
      .max(MAX_ROWS)
      .describe('Instants in ascending order, each with the mid that is valid from then on.'),
  })
  .meta({ id: 'SeriesOfPoints', description: 'Mids of a listing, each with its instant.' });

const onGrid = z
  .strictObject({
    ...listing,
    from: instant.describe('Time at which the first mid becomes valid.'),
    every: duration.describe('Duration for which each mid is valid.'),
    mids: z.array(price).min(1).max(MAX_ROWS).describe('Mids, in order.'),
  })
  .meta({ id: 'SeriesOnGrid', description: 'Mids of a listing at equal intervals.' });

/** Prices are in the currency of the exchange. */
export const inlineSeries = z.union([bySteps, onGrid]);
export type InlineSeries = z.output<typeof inlineSeries>;

/** The text of such a file; with a currency instead of the ISIN, and no exchange, it has rates against the euro. */
const asText = z
  .strictObject({
    csv: z.string().min(1).describe('Text of the file: the header `timestamp,isin,exchange,mid` and the rows.'),
  })
  .meta({ id: 'SeriesText', description: 'Text of a CSV file of prices.' });

/** A file of prices (decision L15), its text, or inline prices of one listing. */
export const seriesEntry = z.union([z.string().min(1).max(1000), inlineSeries, asText]);
export type SeriesEntry = z.output<typeof seriesEntry>;
