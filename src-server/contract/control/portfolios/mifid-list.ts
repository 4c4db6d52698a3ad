/** Wire schemas of MiFID II records under `/sim` (decisions L60, L61): those of all accounts, retained or expired. */
import { z } from 'zod';
import {
  at,
  count,
  currencyText,
  fillId,
  isinText,
  micText,
  mifidRecordId,
  orderId,
  portfolioId,
  real,
  rebalanceId,
  text,
} from '../../fields/described.ts';
import { isin } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import { mifidRecord } from '../../service/mifid.ts';

export const RETENTION_STATUSES = ['retained', 'expired'] as const;
const retentionStatus = z
  .enum(RETENTION_STATUSES)
  .describe('Whether it is still retained, by the virtual clock; the service answers 404 for expired records.');
const wanted = z.string().min(1).max(100).optional();

/** The query of `GET /sim/mifid-records`; with `Accept: text/csv` or `format=csv` the answer is CSV. */
export const mifidRecordsQuery = z.strictObject({
  account_id: wanted.describe('Only records of this account.'),
  portfolio_id: wanted.describe('Only records of this portfolio.'),
  rebalance_id: wanted.describe('Only records of this rebalance.'),
  isin: isin.optional(),
  status: retentionStatus.optional(),
  ...page,
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('In place of the Accept header. CSV has all that match, whatever `limit` says.'),
});

export const mifidRecordRow = z
  .strictObject({
    mifid_record_id: mifidRecordId,
    created_at: at('When it was made: at its fill.'),
    account_id: text('Account it belongs to.'),
    portfolio_id: portfolioId,
    portfolio_label: text('External id or name of the portfolio.'),
    rebalance_id: rebalanceId,
    order_id: orderId,
    fill_id: fillId,
    isin: isinText,
    instrument_name: z.string().nullable().describe('Name of the instrument; null where it is not known.'),
    side: z.enum(['buy', 'sell']).describe('Which way it traded.'),
    quantity: real('Shares of the fill.'),
    price: real('Currency of the venue.'),
    currency: currencyText,
    venue: micText,
    retained_until: at('Until then the service answers with it: five years after the fill.'),
    status: retentionStatus,
  })
  .meta({ id: 'MifidRecordRow', description: 'A MiFID II record in short.' });
export type MifidRecordRow = z.infer<typeof mifidRecordRow>;

export const mifidRecordList = z
  .strictObject({
    records: z.array(mifidRecordRow).describe('Newest first.'),
    next,
    total: count('How many match in all; counted to 10 000 where there is a filter.'),
  })
  .meta({ id: 'MifidRecordList', description: 'MiFID II records of all accounts.' });
export type MifidRecordList = z.infer<typeof mifidRecordList>;

export const mifidRecordView = z
  .strictObject({
    ...mifidRecordRow.shape,
    record: mifidRecord,
    rebalance_retained_until: z
      .string()
      .nullable()
      .describe('Until then its rebalance is readable: seven years after its portfolio was deleted; null: it is not.'),
    links: z
      .strictObject({
        portfolio: z.string().nullable().describe('Its portfolio; null once that is deleted.'),
        rebalance: text('Its rebalance.'),
        trace: text('What led to it, and what followed.'),
      })
      .describe('Where to go on, as paths of this server.'),
  })
  .meta({ id: 'MifidRecordView', description: 'A MiFID II record with what belongs to it.' });
export type MifidRecordView = z.infer<typeof mifidRecordView>;
