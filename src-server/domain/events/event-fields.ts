/**
 * Fields that many events have, and what makes an event of fields. Amounts are of the base currency of the portfolio where
 * nothing else is said.
 */
import { z } from 'zod';
import { isIsin } from '../identifiers/isin.ts';
import { formed } from './value-forms.ts';

export const text = (meaning: string) => z.string().describe(meaning);
export const real = (meaning: string) => z.number().describe(meaning);
export const flag = (meaning: string) => z.boolean().describe(meaning);
const INSTANT = /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** RFC 3339, in UTC with milliseconds. */
export const instant = (meaning: string) =>
  z.string().regex(INSTANT, 'is not an instant').describe(`${meaning}, an instant (RFC 3339).`);
/** The same, or `null`: what that means. */
export const instantOrNull = (meaning: string, none: string) =>
  z
    .string()
    .regex(INSTANT, 'is not an instant')
    .nullable()
    .describe(`${meaning}, an instant (RFC 3339); null: ${none}.`);
export const oneOf = <const Values extends readonly string[]>(values: Values, meaning: string) =>
  z.enum(values).describe(meaning);

const id = (prefix: string, meaning: string) =>
  formed(
    text(meaning),
    new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`),
    `is an identifier that begins with ${prefix}_`,
  );

export const accountId = text('The account.');
export const bulkId = id('bk', 'The bulk rebalance.');
export const cashFlowId = id('cf', 'The cash flow.');
export const corporateActionId = id('ca', 'The corporate action.');
export const dividendId = id('dv', 'The dividend.');
/** Of what receivers of webhooks are told, too. */
export const eventId = id('ev', 'Identifier of the event, as webhooks have it.');
export const faultId = id('ft', 'The fault.');
export const fillId = id('fl', 'The fill.');
export const keyId = id('ak', 'The API key.');
export const marketEventId = id('me', 'The market event.');
export const orderId = id('or', 'The order.');
export const portfolioId = id('pf', 'The portfolio.');
export const rebalanceId = id('rb', 'The rebalance.');
export const webhookId = id('wh', 'The webhook endpoint.');

export const isin = formed(text('The instrument, by its ISIN.'), { test: isIsin }, 'is an ISIN');
export const exchange = formed(
  text('The exchange, by its market identifier code.'),
  /^[A-Z0-9]{4}$/,
  'is a market identifier code such as XETR',
);
export const currency = formed(text('Currency, ISO 4217.'), /^[A-Z]{3}$/, 'is a currency such as EUR');
export const quantity = real('Number of shares.');
export const side = oneOf(['buy', 'sell'], 'Side of the order.');
export const totalCostBps = real('Estimated costs, in basis points of the NAV.');
export const cashAfter = real('The resulting cash of the portfolio.');

export const positions = z.array(
  z.strictObject({
    isin,
    exchange,
    quantity,
    rest: text('What lies beyond the sixth decimal, as an exact fraction.').optional(),
  }),
);
export const targets = z.array(z.strictObject({ isin, weight: real('Target weight; 0.4 is 40 %.') }));

/** Why something was refused or ended. */
export const notice = z.strictObject({ code: text('The reason, as a code.'), message: text('The reason, in words.') });

/** Settings of plans, as they are asked for. */
export const planSettings = z.strictObject({
  drift_threshold: real('Half the width of the band.').optional(),
  band_type: oneOf(
    ['absolute', 'relative'],
    'Whether the band is absolute (percentage points of weight) or relative (a share of the target weight).',
  ).optional(),
  rebalance_trigger: oneOf(
    ['any_position', 'portfolio'],
    'Whether the drift of any position triggers, or the drift of the portfolio.',
  ).optional(),
  cost_budget: real('Cost budget, in basis points of the NAV.').optional(),
  fractional_precision: real('Number of decimals of quantities.').optional(),
  fx_overlay: flag('True: drift caused by exchange rates is ignored.').optional(),
});
export const to = oneOf(
  ['target', 'band_edge'],
  'How far plans go: to the `target` (the default) or to the edge of the band (`band_edge`).',
);
export const band525 = flag('True: the 5/25 band is used.');

const by = oneOf(['policy', 'bulk'], 'Who caused it, where it was not a client.').optional();

/** The data of one type of event: exactly these fields, and on whose behalf Ballast did it. */
export function event<Fields extends z.ZodRawShape>(meaning: string, fields: Fields) {
  return z.strictObject({ ...fields, by }).describe(meaning);
}
