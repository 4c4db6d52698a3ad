/** Accounts, tiers and API keys. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { allPagesQuery, ask, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

/** The month may change by the clock alone. */
const REFRESH_MS = 4_000;

export const useAccounts = () =>
  useQuery({
    ...allPagesQuery(KEYS.accounts, 'accounts', (page) => ask('GET /accounts', page)),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useTiers = () => useQuery(controlQuery(KEYS.tiers, 'GET /tiers'));

export const useApiKeys = () => useQuery(allPagesQuery(KEYS.apiKeys, 'keys', (page) => ask('GET /keys', page)));

export type KeyNames = ReadonlyMap<string, string>;

/** The names of API keys by their id. A key without an entry is shown by its id. */
export function useKeyNames(): KeyNames {
  const keys = useApiKeys().data?.keys;
  return useMemo(() => new Map((keys ?? []).map(({ key_id: id, name }) => [id, name])), [keys]);
}

export const createAccount = (body: ControlBody<'POST /accounts'>) => ask('POST /accounts', { body });

/** Omitted fields stay as they are; null removes a limit of its own. */
export const changeAccount = (id: string, body: ControlBody<'PATCH /accounts/{id}'>) =>
  ask('PATCH /accounts/{id}', { params: { id }, body });

/** Sets the monthly use allowed to a tier's accounts that have no limit of their own. */
export const changeTier = (tier: string, body: ControlBody<'PATCH /tiers/{tier}'>) =>
  ask('PATCH /tiers/{tier}', { params: { tier }, body });

/** Only this response has the secret. */
export const createKey = (body: ControlBody<'POST /keys'>) => ask('POST /keys', { body });

/** From now on the key gets 401. A revoked key stays revoked. */
export const revokeKey = (id: string) => ask('DELETE /keys/{id}', { params: { id } });
