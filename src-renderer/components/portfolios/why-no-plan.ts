/** Why the app cannot plan for a portfolio: its key, like any client's, only gives access to its own account. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../api/portfolios-api.ts';

/** `null` if it can. */
export function whyNoPlan({ form, account_id: accountId }: PortfolioView): string | null {
  if (accountId === APP_ACCOUNT) return null;
  return `It belongs to the account ${accountId}, but the app uses a key of ${APP_ACCOUNT}. Use a key of ${accountId} at the Form ${form} address.`;
}
