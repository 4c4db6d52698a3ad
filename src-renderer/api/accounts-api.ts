/** Accounts, tiers and API keys. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, control, inPath, read, readAll, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

/** The month may change with the clock alone. */
const REFRESH_MS = 4_000;

export const useAccounts = () =>
  useQuery({
    ...readAll(KEYS.accounts, 'accounts', (page) => control.GET('/accounts', page)),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useTiers = () => useQuery(read(KEYS.tiers, '/tiers'));

export const useApiKeys = () => useQuery(readAll(KEYS.apiKeys, 'keys', (page) => control.GET('/keys', page)));

export type KeyNames = ReadonlyMap<string, string>;

/** What each key is called, by its identifier. A key that is not in it goes by its identifier. */
export function useKeyNames(): KeyNames {
  const keys = useApiKeys().data?.keys;
  return useMemo(() => new Map((keys ?? []).map(({ key_id: id, name }) => [id, name])), [keys]);
}

export const createAccount = (body: Schemas['CreateAccount']) => answerOf(control.POST('/accounts', { body }));

/** What is left out stays; null takes a limit of its own away. */
export const changeAccount = (id: string, body: Schemas['ChangeAccount']) =>
  answerOf(control.PATCH('/accounts/{id}', { ...inPath({ id }), body }));

/** What the accounts of a tier may use in a month, unless they have a limit of their own. */
export const changeTier = (tier: string, body: Schemas['ChangeTier']) =>
  answerOf(control.PATCH('/tiers/{tier}', { ...inPath({ tier }), body }));

/** Only this answer has the secret. */
export const createKey = (body: Schemas['CreateKey']) => answerOf(control.POST('/keys', { body }));

/** From now on the key is 401. What is revoked stays so. */
export const revokeKey = (id: string) => answerOf(control.DELETE('/keys/{id}', inPath({ id })));
