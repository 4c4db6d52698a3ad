/**
 * API schema of a MiFID II record (specification 2.5, decisions F7, F10, G7): one order execution, and its
 * justification.
 */

import { z } from 'zod';
import { COST_CATEGORIES } from '../../domain/costs/cost-parts.ts';
import {
  at,
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
} from '../fields/described.ts';
import { orderReason } from './form-b.ts';

const microsecond = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .describe('UTC with microseconds, like 2026-03-02T09:30:00.000000Z.');
const lei = z
  .string()
  .regex(/^[A-Z0-9]{18}[0-9]{2}$/)
  .describe('A placeholder in the format of ISO 17442, assigned to nobody.');
const algorithm = z
  .strictObject({
    type: z.literal('algorithm').describe('Always an algorithm.'),
    code: text('Name of the algorithm.'),
  })
  .meta({ id: 'Algorithm', description: 'Who made the decision.' });
const party = z
  .strictObject({
    lei,
    role: z
      .enum(['client', 'central_counterparty'])
      .describe('Side of the trade. On the client’s side, the LEI is that of the account holder, a legal entity.'),
  })
  .meta({ id: 'Party', description: 'One side of the trade.' });
const charge = z
  .strictObject({
    amount: z.number().describe('In the base currency of the portfolio.'),
    percent_of_value: z
      .number()
      .nullable()
      .describe('Percentage of the fill’s value; null if the value rounds to zero.'),
  })
  .meta({ id: 'Charge', description: 'A cost.' });

const order = z
  .strictObject({
    legal_basis: text('Legal basis of this part.'),
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    side: z.enum(['buy', 'sell']).describe('Side of the order.'),
    isin: isinText,
    instrument_name: z.string().nullable().describe('Name of the instrument; null if unknown.'),
    instrument_classification: z.string().nullable().describe('CFI code (ISO 10962); null if unknown.'),
    venue: z.string().describe('MIC (ISO 10383).'),
    quantity: z.number().describe('Quantity of the order.'),
    sent_quantity: z.number().describe('Quantity of the order, or of what was left of it, when it was last sent.'),
    order_type: z.enum(['market', 'limit']).describe('Type of the order.'),
    limit_price: z.number().nullable().describe('Limit price in the currency of the venue; null for a market order.'),
    currency: z.string().describe('Currency of the venue.'),
    time_in_force: z.enum(['DAVY', 'GTCV']).describe('Good for the day, or until cancelled.'),
    decided_at: microsecond.describe('Time at which the rebalance was planned, UTC with microseconds.'),
    submitted_at: microsecond.describe('Time at which the order was last sent, UTC with microseconds.'),
    investment_decision_maker: algorithm,
    execution_decision_maker: algorithm,
    trading_capacity: z.enum(['DEAL', 'MTCH', 'AOTC']).describe('Trading capacity.'),
  })
  .meta({ id: 'RecordedOrder', description: 'The order, as MiFIR Art. 25 requires.' });

const execution = z
  .strictObject({
    legal_basis: text('Legal basis of this part.'),
    fill_id: fillId,
    transaction_reference: z
      .string()
      .regex(/^[A-Z0-9]{1,52}$/)
      .describe('The firm’s reference.'),
    venue_transaction_id: z
      .string()
      .regex(/^[A-Z0-9]{1,52}$/)
      .describe('The venue’s reference.'),
    venue: micText,
    executed_at: microsecond.describe('Time of execution, UTC with microseconds.'),
    price: real('Currency of the venue.'),
    quantity: real('Shares of the fill.'),
    currency: currencyText,
    consideration: z.number().describe('Quantity × price, currency of the venue.'),
    value: z
      .strictObject({
        amount: real('Base currency of the portfolio.'),
        currency: currencyText,
        fx_rate: z
          .number()
          .describe(
            'Units of the portfolio’s currency per unit of the venue’s, with six decimals or as many as reproduce the amount.',
          ),
      })
      .describe('The same, in the currency of the portfolio.'),
    executing_entity: lei,
    buyer: party,
    seller: party,
  })
  .meta({ id: 'RecordedExecution', description: 'The execution, as MiFIR Art. 25 requires.' });

const suitability = z
  .strictObject({
    legal_basis: text('Legal basis of this part.'),
    assessment: z.literal('suitable').describe('Result of the assessment, assumed by the simulation.'),
    method: z.literal('automated_portfolio_management').describe('Method of the assessment.'),
    assessed_at: at('When it was assessed.'),
    risk_profile: z
      .enum(['defensive', 'cautious', 'balanced', 'growth', 'dynamic'])
      .describe('Risk profile, by the volatility of the targets; no client is asked.'),
    portfolio_volatility: z.number().describe('Weighted annual volatility of the targets.'),
    instrument_volatility: real('Annual.'),
    account: text('Kind of account or wrapper.'),
    drift_threshold: real('Band of the rebalance; 0.05 is 5 %.'),
    weight_before: real('Share of the portfolio, 0 to 1.'),
    weight_target: real('Share it should have, 0 to 1.'),
    weight_after: real('Share after the plan, as estimated.'),
    reason: orderReason,
    reservations: z.array(z.string()).describe('Warnings from rules, as sentences.'),
  })
  .meta({ id: 'Suitability', description: 'Suitability, as Art. 25 of the Directive requires.' });

/** Response of `GET /mifid-records/{id}`. */
export const mifidRecord = z
  .strictObject({
    mifid_record_id: mifidRecordId,
    record_type: z.literal('order_execution').describe('Type of the record.'),
    retained_until: at('Time until which the service returns it: five years after the fill.'),
    order,
    execution,
    client: z
      .strictObject({
        client_id: text('Pseudonym of the client, a person: Ballast does not invent personal identifiers.'),
        category: z.literal('retail').describe('Category of the client.'),
        country: z.string().nullable().describe('Country in which the portfolio is taxed.'),
      })
      .describe('The client for whom it was executed.'),
    suitability,
    costs_and_charges: z
      .strictObject({
        legal_basis: text('Legal basis of this part.'),
        timing: z.literal('ex_post').describe('Ex post.'),
        currency: currencyText,
        items: z
          .array(
            charge
              .extend({
                item: z.enum(['commission', 'spread', 'impact', 'fx', 'transaction_tax']).describe('Kind of cost.'),
                category: z.enum(COST_CATEGORIES).describe('Category of the cost.'),
              })
              .meta({ id: 'ItemisedCharge', description: 'One kind of cost.' }),
          )
          .describe('The five kinds of cost.'),
        aggregated: z
          .strictObject({ service: charge, execution: charge, tax: charge, total: charge })
          .describe('Totals.'),
      })
      .describe('Costs, as the Directive requires.'),
  })
  .meta({ id: 'MifidRecord', description: 'The compliance record of one execution.' });
export type MifidRecordWire = z.infer<typeof mifidRecord>;
