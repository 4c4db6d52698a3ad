/**
 * Reports the order and the execution in a record: the decision, the submission, the trade and its counterparty
 * (MiFIR).
 */
import { fromMicro, fromMinor, valueMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { InstrumentType } from '../../market/data/market-data.ts';
import type { World } from '../world.ts';
import type { RecordedFill } from './recorded-fill.ts';
import { accountHolderLei, counterpartyLei, firmLei, venueTransactionId } from './stand-ins.ts';

const LEGAL_BASIS = 'Regulation (EU) No 600/2014 (MiFIR), Art. 25(1)';
/** Delegated Regulation (EU) 2017/590, Annex I, fields 57 and 59: an algorithm decides, and an algorithm executes. */
const DECISION_MAKER = { type: 'algorithm', code: 'BALLAST-REBALANCE' } as const;
const EXECUTION_DECISION_MAKER = { type: 'algorithm', code: 'BALLAST-ROUTE' } as const;
/**
 * Field 29 of the same annex: DEAL own account, MTCH matched principal, AOTC any other capacity, which is for a client.
 */
const TRADING_CAPACITY = 'AOTC';

/** Category and group of ISO 10962; attributes that the market's data lacks are undefined (X). */
const CLASSIFICATION: Readonly<Record<InstrumentType, string | null>> = { share: 'ESXXXX', etf: 'CEXXXX', etc: null };

type TradeWorld = Pick<World, 'kernel'>;

export function orderOf(
  { instrumentChanges }: Pick<World, 'instrumentChanges'>,
  { order, rebalance, fill }: RecordedFill,
) {
  const instrument = instrumentChanges.known.get(order.isin);
  const { quantityMicro, submission } = fill.orderAtFill;
  const { limitPriceMicro: limitMicro } = submission;
  return {
    legal_basis: LEGAL_BASIS,
    order_id: order.orderId,
    rebalance_id: order.rebalanceId,
    portfolio_id: order.portfolioId,
    side: order.side,
    isin: order.isin,
    instrument_name: instrument?.name ?? null,
    instrument_classification: instrument === undefined ? null : CLASSIFICATION[instrument.type],
    venue: order.mic,
    quantity: fromMicro(quantityMicro),
    sent_quantity: fromMicro(submission.quantityMicro),
    order_type: limitMicro === null ? 'market' : 'limit',
    limit_price: limitMicro === null ? null : fromMicro(limitMicro),
    currency: order.currency,
    time_in_force: validityOf(limitMicro, submission.dayEnd),
    decided_at: formatMicroseconds(rebalance.createdMs),
    submitted_at: formatMicroseconds(submission.sentMs),
    investment_decision_maker: { ...DECISION_MAKER },
    execution_decision_maker: { ...EXECUTION_DECISION_MAKER },
    trading_capacity: TRADING_CAPACITY,
  } as const;
}

export function executionOf({ kernel: { seed } }: TradeWorld, { order, fill, portfolio }: RecordedFill) {
  const { fillId, mic, quantityMicro, priceMicro, filledMs } = fill;
  const holder = { lei: accountHolderLei(seed, portfolio.accountId), role: 'client' } as const;
  const counterparty = { lei: counterpartyLei(seed, mic), role: 'central_counterparty' } as const;
  const [buyer, seller] = order.side === 'buy' ? [holder, counterparty] : [counterparty, holder];
  const day = formatInstant(filledMs).slice(0, 10).replaceAll('-', '');
  return {
    legal_basis: LEGAL_BASIS,
    fill_id: fillId,
    transaction_reference: `BLST${fillId.slice('fl_'.length)}`,
    venue_transaction_id: venueTransactionId(seed, mic, fillId, day),
    venue: mic,
    executed_at: formatMicroseconds(filledMs),
    price: fromMicro(priceMicro),
    quantity: fromMicro(quantityMicro),
    currency: order.currency,
    consideration: fromMinor(valueMinor(quantityMicro, priceMicro)),
    value: { amount: fromMinor(fill.valueMinor), currency: portfolio.currency, fx_rate: fill.orderAtFill.fxRate },
    executing_entity: firmLei(seed),
    buyer,
    seller,
  } as const;
}

/**
 * Returns the validity by Delegated Regulation (EU) 2017/580: good for the day, or until cancelled. A limit lasts one
 * day (decision G30); a market order remains, unless its exchange ends the rest of the day (G34).
 */
function validityOf(limitMicro: number | null, dayEnd: 'carry' | 'expire'): 'DAVY' | 'GTCV' {
  return limitMicro === null && dayEnd === 'carry' ? 'GTCV' : 'DAVY';
}

/**
 * UTC with six decimals, as Delegated Regulation (EU) 2017/574 requires; virtual time counts milliseconds, so the last
 * three are 0.
 */
function formatMicroseconds(instantMs: number): string {
  return formatInstant(instantMs).replace('Z', '000Z');
}
