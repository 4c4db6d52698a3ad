/** Accounts, tiers and API keys. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, control, inPath, read, readAll, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

/** The month may change by the clock alone. */
const REFRESH_MS = 4_000;

export const useAccounts = () =>
  useQuery({
    ...readAll(KEYS.accounts, 'accounts', (page) => control.GET('/accounts', page)),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useTiers = () => useQuery(read(KEYS.tiers, '/tiers'));

export const useApiKeys = () => useQuery(readAll(KEYS.apiKeys, 'keys', (page) => control.GET('/keys', page)));

export type KeyNames = ReadonlyMap<string, string>;

/** The names of API keys by their id. A key without an entry is shown by its id. */
export function useKeyNames(): KeyNames {
  const keys = useApiKeys().data?.keys;
  return useMemo(() => new Map((keys ?? []).map(({ key_id: id, name }) => [id, name])), [keys]);
}

export const createAccount = (body: Schemas['CreateAccount']) => answerOf(control.POST('/accounts', { body }));

/** Omitted fields stay as they are; null removes a limit of its own. */
export const changeAccount = (id: string, body: Schemas['ChangeAccount']) =>
  answerOf(control.PATCH('/accounts/{id}', { ...inPath({ id }), body }));

/** Sets the monthly use allowed to a tier's accounts that have no limit of their own. */
export const changeTier = (tier: string, body: Schemas['ChangeTier']) =>
  answerOf(control.PATCH('/tiers/{tier}', { ...inPath({ tier }), body }));

/** Only this response has the secret. */
export const createKey = (body: Schemas['CreateKey']) => answerOf(control.POST('/keys', { body }));

/** From now on the key gets 401. A revoked key stays revoked. */
export const revokeKey = (id: string) => answerOf(control.DELETE('/keys/{id}', inPath({ id })));
