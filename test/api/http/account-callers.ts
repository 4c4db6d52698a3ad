/** Accounts other than the default one, with their own keys, created by the control plane. */
import { type CreatedKey, createdKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { type Caller, callerOf, type TestServer } from '../../support/start-ballast.ts';

export interface AccountCallers {
  readonly a: Caller;
  readonly b: Caller;
  readonly both: Caller;
}

/** A new key; of the default account unless `body` names another. */
export async function newKey(server: TestServer, body: Record<string, unknown> = {}): Promise<CreatedKey> {
  const response = await server.sim.post('/keys', body);
  if (response.status !== 201) throw new Error(response.text);
  return response.as(createdKey);
}

/** The three bases as the holder of a secret reaches them. */
export function callersOf({ ballast }: TestServer, secret: string): AccountCallers {
  const { formAUrl, formBUrl, baseUrl } = ballast;
  return { a: callerOf(formAUrl, secret), b: callerOf(formBUrl, secret), both: callerOf(baseUrl, secret) };
}

/** A new account, and the server as one of its keys sees it. */
export async function asNewAccount(
  server: TestServer,
  accountId: string,
  body: Record<string, unknown> = {},
): Promise<TestServer> {
  const response = await server.sim.post('/accounts', { account_id: accountId, ...body });
  if (response.status !== 201) throw new Error(response.text);
  const { secret } = await newKey(server, { account_id: accountId });
  return { ...server, ...callersOf(server, secret) };
}
