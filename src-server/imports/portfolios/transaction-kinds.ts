/** What the types of transactions mean for positions, as brokers and Portfolio Performance name them. */
import { plainLabel } from '../tables/column-labels.ts';
import type { MovementKind } from './statement.ts';

const KINDS: Readonly<Record<MovementKind, string>> = {
  in: 'buy,bought,purchase,b,kauf,achat,compra,acquisto,koop,aankoop,delivery (inbound),delivery_inbound,einlieferung,distribution (entrante),trasferimento titoli (in entrata)',
  out: 'sell,sold,sale,s,verkauf,vente,vendi,vendita,venta,verkoop,delivery (outbound),delivery_outbound,auslieferung,distribution (sortante),trasferimento titoli (in uscita)',
  transfer_in: 'transfer (inbound),transfer_in,umbuchung (eingang),transfert (entrant),trasferimento (in entrata)',
  transfer_out: 'transfer (outbound),transfer_out,umbuchung (ausgang),transfert (sortant),trasferimento (in uscita)',
};

const BY_WORD = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.split(',').map((word) => [plainLabel(word), kind as MovementKind]),
  ),
);

/** `null` for what moves no position: dividends, fees, deposits. */
export function movementKindOf(type: string): MovementKind | null {
  return BY_WORD.get(plainLabel(type)) ?? null;
}
