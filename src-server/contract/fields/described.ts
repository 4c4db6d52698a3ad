/**
 * Common fields of responses, each with its meaning, its unit and its form (decisions D1 to D4). Descriptions, patterns
 * and formats are for the OpenAPI documents; they refuse no value that the server itself sends.
 */
import { z } from 'zod';
import { formed } from '../../domain/events/value-forms.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';

/** A text in a response. */
export function text(description: string) {
  return z.string().meta({ description });
}

/** A number in a response; its unit is part of the description. */
export function real(description: string) {
  return z.number().meta({ description });
}

/** A whole number in a response, never below zero. */
export function count(description: string) {
  return z.int().meta({ description, minimum: 0 });
}

/** ISO 8601 in UTC with milliseconds, of virtual time unless the description says otherwise (decision D2). */
export function at(description: string) {
  return z.string().meta({ description, format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] });
}

/** Whole Unix seconds of virtual time, the format of Form A (decision D2). */
export function unixSeconds(description: string) {
  return z.int().meta({ description: `${description} Unix seconds, virtual time.`, examples: [1_772_443_800] });
}

function idOf(prefix: string, description: string) {
  const pattern = `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`;
  return z.string().meta({ description: `${description}: \`${prefix}_\` and 26 characters.`, pattern });
}

export const portfolioId = idOf('pf', 'Identifier of the portfolio');
export const rebalanceId = idOf('rb', 'Identifier of the rebalance');
export const orderId = idOf('or', 'Identifier of the order');
export const fillId = idOf('fl', 'Identifier of the fill');
export const mifidRecordId = idOf('mr', 'Identifier of the MiFID II record');
export const eventId = idOf('ev', 'Identifier of the event');
export const webhookId = idOf('wh', 'Identifier of the webhook endpoint');
export const deliveryId = idOf('dl', 'Identifier of the delivery');
export const requestId = idOf('rq', 'Identifier of the request, as in the header `X-Request-Id`');
export const faultId = idOf('ft', 'Identifier of the fault');
export const cashFlowId = idOf('cf', 'Identifier of the cash flow');
export const corporateActionId = idOf('ca', 'Identifier of the corporate action');
export const bulkId = idOf('bk', 'Identifier of the bulk rebalance');
export const dividendId = idOf('dv', 'Identifier of the dividend');
export const marketEventId = idOf('me', 'Identifier of the market event');

export const isinText = formed(
  z.string().meta({ description: 'ISIN of the instrument (ISO 6166).', pattern: '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' }),
  { test: isIsin },
  'is an ISIN',
);
export const micText = formed(
  z.string().meta({ description: 'Exchange, by its market identifier code (ISO 10383).', pattern: '^[A-Z0-9]{4}$' }),
  /^[A-Z0-9]{4}$/,
  'is a market identifier code such as XETR',
);
export const currencyText = formed(
  z.string().meta({ description: 'Currency (ISO 4217).', pattern: '^[A-Z]{3}$' }),
  /^[A-Z]{3}$/,
  'is a currency such as EUR',
);
