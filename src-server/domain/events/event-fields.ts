/**
 * Fields that many events share, and the function that makes an event's schema from fields. Amounts are in the base
 * currency of the portfolio unless stated otherwise.
 */
import { z } from 'zod';
import { isIsin } from '../identifiers/isin.ts';
import { formed } from './value-forms.ts';

export const textField = (meaning: string) => z.string().describe(meaning);
export const realField = (meaning: string) => z.number().describe(meaning);
export const flagField = (meaning: string) => z.boolean().describe(meaning);
const INSTANT = /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** RFC 3339, in UTC with milliseconds. */
export const instantField = (meaning: string) =>
  z.string().regex(INSTANT, 'is not an instant').describe(`${meaning}, an instant (RFC 3339).`);
/** RFC 3339 or `null`; `none` is the meaning of `null`. */
export const instantOrNullField = (meaning: string, none: string) =>
  z
    .string()
    .regex(INSTANT, 'is not an instant')
    .nullable()
    .describe(`${meaning}, an instant (RFC 3339); null: ${none}.`);
export const oneOfField = <const Values extends readonly string[]>(values: Values, meaning: string) =>
  z.enum(values).describe(meaning);

const id = (prefix: string, meaning: string) =>
  formed(
    textField(meaning),
    new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`),
    `is an identifier that begins with ${prefix}_`,
  );

export const accountIdField = textField('The account.');
export const bulkIdField = id('bk', 'The bulk rebalance.');
export const cashFlowIdField = id('cf', 'The cash flow.');
export const corporateActionIdField = id('ca', 'The corporate action.');
export const dividendIdField = id('dv', 'The dividend.');
/** Event id that webhooks have, too. */
export const eventIdField = id('ev', 'Identifier of the event, as webhooks have it.');
export const faultIdField = id('ft', 'The fault.');
export const fillIdField = id('fl', 'The fill.');
export const keyIdField = id('ak', 'The API key.');
export const marketEventIdField = id('me', 'The market event.');
export const orderIdField = id('or', 'The order.');
export const portfolioIdField = id('pf', 'The portfolio.');
export const rebalanceIdField = id('rb', 'The rebalance.');
export const webhookIdField = id('wh', 'The webhook endpoint.');

export const isinField = formed(textField('The instrument, by its ISIN.'), { test: isIsin }, 'is an ISIN');
export const exchangeField = formed(
  textField('The exchange, by its market identifier code.'),
  /^[A-Z0-9]{4}$/,
  'is a market identifier code such as XETR',
);
export const currencyField = formed(textField('Currency, ISO 4217.'), /^[A-Z]{3}$/, 'is a currency such as EUR');
export const quantityField = realField('Number of shares.');
export const sideField = oneOfField(['buy', 'sell'], 'Side of the order.');
export const totalCostBpsField = realField('Estimated costs, in basis points of the NAV.');
export const cashAfterField = realField('The resulting cash of the portfolio.');

export const positionsField = z.array(
  z.strictObject({
    isin: isinField,
    exchange: exchangeField,
    quantity: quantityField,
    rest: textField('The part beyond the sixth decimal, as an exact fraction.').optional(),
  }),
);
export const targetsField = z.array(
  z.strictObject({ isin: isinField, weight: realField('Target weight; 0.4 is 40 %.') }),
);

/** Reason why something was refused or ended. */
export const notice = z.strictObject({
  code: textField('The reason, as a code.'),
  message: textField('The reason, in words.'),
});

/** Requested settings of plans. */
export const planSettingsField = z.strictObject({
  drift_threshold: realField('Half the width of the band.').optional(),
  band_type: oneOfField(
    ['absolute', 'relative'],
    'Whether the band is absolute (a share of the portfolio) or relative (a share of the target weight).',
  ).optional(),
  rebalance_trigger: oneOfField(
    ['any_position', 'portfolio'],
    'Whether the drift of any position triggers, or the drift of the portfolio.',
  ).optional(),
  cost_budget: realField('Cost budget, in basis points of the NAV.').optional(),
  fractional_precision: realField('Number of decimals of quantities.').optional(),
  fx_overlay: flagField('True: drift caused by exchange rates is ignored.').optional(),
});
export const to = oneOfField(
  ['target', 'band_edge'],
  'How far plans go: to the `target` (the default) or to the edge of the band (`band_edge`).',
);
export const band525 = flagField('True: the 5/25 band is used.');

const by = oneOfField(['policy', 'bulk'], 'Who caused it, where it was not a client.').optional();

/** Returns the schema of one type of event: exactly these fields, and on whose behalf Ballast acted. */
export function event<Fields extends z.ZodRawShape>(meaning: string, fields: Fields) {
  return z.strictObject({ ...fields, by }).describe(meaning);
}
