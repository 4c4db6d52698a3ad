/** API schemas of MiFID II records under `/sim` (decisions L60, L61): those of all accounts, retained or expired. */
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

const RETENTION_STATUSES = ['retained', 'expired'] as const;
const retentionStatus = z
  .enum(RETENTION_STATUSES)
  .describe(
    'Whether the record is still retained, by the virtual clock; the service responds with 404 for expired records.',
  );
const wanted = z.string().min(1).max(100).optional();

/** Query of `GET /sim/mifid-records`; with `Accept: text/csv` or `format=csv` the response is CSV. */
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
    .describe(
      'Format of the response, in place of the `Accept` header. CSV has all matching records, regardless of `limit`.',
    ),
});

const mifidRecordRow = z
  .strictObject({
    mifid_record_id: mifidRecordId,
    created_at: at('Time at which it was created: that of its fill.'),
    account_id: text('Account to which it belongs.'),
    portfolio_id: portfolioId,
    portfolio_label: text('External id or name of the portfolio.'),
    rebalance_id: rebalanceId,
    order_id: orderId,
    fill_id: fillId,
    isin: isinText,
    instrument_name: z.string().nullable().describe('Name of the instrument; null if it is not known.'),
    side: z.enum(['buy', 'sell']).describe('Side of the trade.'),
    quantity: real('Number of shares of the fill.'),
    price: real('Price in the currency of the venue.'),
    currency: currencyText,
    venue: micText,
    retained_until: at('Time until which the service returns it: five years after the fill.'),
    status: retentionStatus,
  })
  .meta({ id: 'MifidRecordRow', description: 'A summary of a MiFID II record.' });
export type MifidRecordRow = z.infer<typeof mifidRecordRow>;

export const mifidRecordList = z
  .strictObject({
    records: z.array(mifidRecordRow).describe('Records, newest first.'),
    next,
    total: count('Number of all matching records; counted up to 10 000 if there is a filter.'),
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
      .describe(
        'Time until which its rebalance can be read: seven years after its portfolio was deleted; null if the ' +
          'portfolio has not been deleted.',
      ),
    links: z
      .strictObject({
        portfolio: z.string().nullable().describe('Its portfolio; null once that has been deleted.'),
        rebalance: text('Its rebalance.'),
        trace: text('Its trace: what led to it, and what followed.'),
      })
      .describe('Links to related resources, as paths on this server.'),
  })
  .meta({ id: 'MifidRecordView', description: 'A MiFID II record with links to related resources.' });
export type MifidRecordView = z.infer<typeof mifidRecordView>;
