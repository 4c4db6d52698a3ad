/** The settings of an account as a form's draft, and the request that changes them. Pure. */
import type { AccountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import { changedFields } from '../../api/changed-fields.ts';
import { ownLimitOf, textOf } from '../../components/limits/limit-text.ts';

export type AccountDraft = Pick<AccountView, 'account_id' | 'name' | 'tier'> &
  Readonly<Record<'monthly_limit' | 'rate_limit', string>>;

type Account = Pick<AccountView, keyof AccountDraft>;

export function draftOf({ account_id, name, tier, monthly_limit, rate_limit }: Account): AccountDraft {
  return { account_id, name, tier, monthly_limit: textOf(monthly_limit), rate_limit: textOf(rate_limit) };
}

export function accountSettings({ name, tier, monthly_limit, rate_limit }: AccountDraft) {
  return {
    name,
    tier,
    monthly_limit: ownLimitOf(monthly_limit, 'unlimited'),
    rate_limit: ownLimitOf(rate_limit, 'off'),
  };
}

/** Only what differs: the rest may have been changed by somebody else. */
export function accountChange(before: AccountDraft, after: AccountDraft): ControlBody<'PATCH /accounts/{id}'> {
  return changedFields(accountSettings(before), accountSettings(after));
}
