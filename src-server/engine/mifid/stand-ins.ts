/**
 * Invented identifiers for the parties to a trade, none of which exists: derived from the seed and the party, so they
 * are the same in every run of a world. LEIs have valid check digits and a prefix that no issuer has, so they belong to
 * nobody.
 */
import { leiOf } from '../../domain/identifiers/lei.ts';
import { drawUint32, streamKey } from '../../kernel/streams.ts';

/** Issuers have digits here; letters show that nobody issued the LEI. */
const NO_ISSUER = 'BLST00';
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the LEI of the firm that runs the service. */
export function firmLei(seed: number): string {
  return standInLei(seed, 'firm', '');
}

/** Returns the LEI of the legal entity in whose name an account trades: no person's identifier is invented. */
export function accountHolderLei(seed: number, accountId: string): string {
  return standInLei(seed, 'holder', accountId);
}

/** Returns the LEI of an exchange's central counterparty, which is the other party of every trade there. */
export function counterpartyLei(seed: number, mic: string): string {
  return standInLei(seed, 'counterparty', mic);
}

/** Returns the pseudonym of a client in records: one for each portfolio, which reveals nothing. */
export function clientPseudonym(seed: number, portfolioId: string): string {
  return `CL${characters(seed, 'client', portfolioId, 16)}`;
}

/** Returns an exchange's identifier of a trade: at most 52 capital letters and digits. */
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
