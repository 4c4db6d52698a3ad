/**
 * Identifiers of the parties to a trade, none of which exists: made from the seed and what they stand for, so a world's
 * repeat. Legal entities have sound check digits and a prefix that no issuer of identifiers has, so none is anybody's.
 */
import { leiOf } from '../../domain/identifiers/lei.ts';
import { drawUint32, streamKey } from '../../kernel/streams.ts';

/** Issuers have numbers; letters in their place say that nobody issued it. */
const NO_ISSUER = 'BLST00';
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The firm that runs the service. */
export function firmLei(seed: number): string {
  return standInLei(seed, 'firm', '');
}

/** The legal entity in whose name an account trades: no person's identifier is made up. */
export function accountHolderLei(seed: number, accountId: string): string {
  return standInLei(seed, 'holder', accountId);
}

/** The central counterparty of an exchange, which stands on the other side of every trade there. */
export function counterpartyLei(seed: number, mic: string): string {
  return standInLei(seed, 'counterparty', mic);
}

/** A client of an account as records name it: one for each portfolio, and nothing to be found out from it. */
export function clientPseudonym(seed: number, portfolioId: string): string {
  return `CL${characters(seed, 'client', portfolioId, 16)}`;
}

/** What an exchange would call a trade: at most 52 capital letters and digits. */
export function venueTransactionId(seed: number, mic: string, fillId: string, day: string): string {
  return `${mic}${day}${characters(seed, 'venue trade', fillId, 12)}`;
}

function standInLei(seed: number, what: string, entity: string): string {
  return leiOf(`${NO_ISSUER}${characters(seed, what, entity, 12)}`);
}

function characters(seed: number, what: string, entity: string, count: number): string {
  const key = streamKey(seed, `mifid ${what}`, entity);
  let text = '';
  for (let index = 0; index < count; index += 1) text += CHARACTERS[drawUint32(key, index) % CHARACTERS.length];
  return text;
}
