/** Prices of one listing written down in a world or scenario file: by their instants, or on a grid (decision L56). */
import { z } from 'zod';
import { price } from '../scenario/custom-market.ts';
import { duration, instant, isin, mic } from './fields.ts';

const MOST_ROWS = 100_000;
const listing = { isin, exchange: mic };

const bySteps = z
  .strictObject({
    ...listing,
    points: z
      .array(z.tuple([instant, price]))
      .min(1)
      .max(MOST_ROWS)
      .describe('Instants, ascending, each with the mid from then on.'),
  })
  .meta({ id: 'SeriesOfPoints', description: 'Mids of a listing, each with its instant.' });

const onGrid = z
  .strictObject({
    ...listing,
    from: instant.describe('When the first mid becomes valid.'),
    every: duration.describe('How long each of them is valid.'),
    mids: z.array(price).min(1).max(MOST_ROWS).describe('Mids, one after the other.'),
  })
  .meta({ id: 'SeriesOnGrid', description: 'Mids of a listing, equally far apart.' });

/** Prices are in the currency of the exchange. */
export const inlineSeries = z.union([bySteps, onGrid]);
export type InlineSeries = z.output<typeof inlineSeries>;

/** The text of such a file; a currency in place of the ISIN, without an exchange, has rates against the euro. */
const asText = z
  .strictObject({ csv: z.string().min(1).describe('Its text: `timestamp,isin,exchange,mid` and its rows.') })
  .meta({ id: 'SeriesText', description: 'The text of a CSV file of prices.' });

/** A file of prices (decision L15), its text, or prices of one listing that stand here. */
export const seriesEntry = z.union([z.string().min(1).max(1000), inlineSeries, asText]);
export type SeriesEntry = z.output<typeof seriesEntry>;
