/** Limits as a person writes and reads them: a number, a word, or nothing for "as above". The service judges the rest. */
import type { AccountView, KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { formatCount } from '../format/format-number.ts';

/** What is sent for a text: digits as a number, and any word as it is, so that the service refuses one it does not know. */
export function limitOf<Word extends string>(text: string, _known: Word): number | Word {
  const written = text.trim();
  return /^\d{1,15}$/.test(written) ? Number(written) : (written as Word);
}

/** The same where nothing written means that there is no limit of its own. */
export function ownLimitOf<Word extends string>(text: string, known: Word): number | Word | null {
  return text.trim() === '' ? null : limitOf(text, known);
}

/** What stands in the field for a limit that holds. */
export function textOf(limit: number | string | null): string {
  return limit === null ? '' : String(limit);
}

/** For reading: `10 000`, or its word. */
export function formatLimit(limit: number | string): string {
  return typeof limit === 'number' ? formatCount(limit) : limit;
}

type Limited = Pick<KeyView, 'account_id' | 'rate_limit'>;

/** Whose limit of requests is in force for a key: its own comes before that of its account, and that before the server's. */
export function limitOwner(
  key: Limited | undefined,
  accounts: readonly Pick<AccountView, 'account_id' | 'rate_limit'>[],
): string {
  if (key === undefined) return 'the server';
  if (key.rate_limit !== null) return 'the key';
  const account = accounts.find(({ account_id: id }) => id === key.account_id);
  return account === undefined || account.rate_limit === null ? 'the server' : 'the account';
}
