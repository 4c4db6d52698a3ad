/**
 * Limits as a user enters and reads them: a number, a word, or nothing for "as above". The service validates the rest.
 */
import type { AccountView, KeyView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { isWithinLimit, type LimitRule, limitIssue } from '../../../src-server/contract/control/text-rules.ts';
import { formatCount } from '../format/format-number.ts';
import type { TextFault } from '../format/text-fault.ts';

/** The value to send for a text: digits as a number, any word unchanged, so that the service refuses an unknown one. */
export function limitOf<Word extends string>(text: string, _known: Word): number | Word {
  const written = text.trim();
  return /^\d{1,15}$/.test(written) ? Number(written) : (written as Word);
}

/** The same, but an empty text means that there is no own limit. */
export function ownLimitOf<Word extends string>(text: string, known: Word): number | Word | null {
  return text.trim() === '' ? null : limitOf(text, known);
}

/** Why the service would refuse the limit, as a sentence at its field. */
export function limitFault(rule: LimitRule): TextFault {
  return (text) => {
    const limit = limitOf(text, rule.none);
    const isLimit = typeof limit === 'number' ? isWithinLimit(rule, limit) : limit === rule.none;
    return isLimit ? null : `This ${limitIssue(rule)}.`;
  };
}

/** The field's text for a current limit. */
export function textOf(limit: number | string | null): string {
  return limit === null ? '' : String(limit);
}

/** For reading: `10 000`, or its word. */
export function formatLimit(limit: number | string): string {
  return typeof limit === 'number' ? formatCount(limit) : limit;
}

type Limited = Pick<KeyView, 'account_id' | 'rate_limit'>;

/**
 * Which limit of requests applies to a key: its own takes precedence over that of its account, and that over the
 * server's.
 */
export function limitOwner(
  key: Limited | undefined,
  accounts: readonly Pick<AccountView, 'account_id' | 'rate_limit'>[],
): string {
  if (key === undefined) return 'the server';
  if (key.rate_limit !== null) return 'the key';
  const account = accounts.find(({ account_id: id }) => id === key.account_id);
  return account === undefined || account.rate_limit === null ? 'the server' : 'the account';
}
