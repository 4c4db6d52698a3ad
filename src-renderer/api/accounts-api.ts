/** Accounts, tiers and API keys. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages, answerOf, control, type Schemas } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

/** The month may change with the clock alone. */
const REFRESH_MS = 4_000;

export const useAccounts = () =>
  useQuery({
    queryKey: KEYS.accounts,
    queryFn: async ({ signal }) => ({
      accounts: await allPages(
        (query) => control.GET('/accounts', { params: { query }, signal }),
        ({ accounts }) => accounts,
      ),
    }),
    refetchInterval: useClockPace(REFRESH_MS),
  });

export const useTiers = () =>
  useQuery({ queryKey: KEYS.tiers, queryFn: ({ signal }) => answerOf(control.GET('/tiers', { signal })) });

export const useApiKeys = () =>
  useQuery({
    queryKey: KEYS.apiKeys,
    queryFn: async ({ signal }) => ({
      keys: await allPages(
        (query) => control.GET('/keys', { params: { query }, signal }),
        ({ keys }) => keys,
      ),
    }),
  });

export type KeyNames = ReadonlyMap<string, string>;

/** What each key is called, by its identifier. A key that is not in it goes by its identifier. */
export function useKeyNames(): KeyNames {
  const keys = useApiKeys().data?.keys;
  return useMemo(() => new Map((keys ?? []).map(({ key_id: id, name }) => [id, name])), [keys]);
}

export const createAccount = (body: Schemas['CreateAccount']) => answerOf(control.POST('/accounts', { body }));

/** What is left out stays; null takes a limit of its own away. */
export const changeAccount = (id: string, body: Schemas['ChangeAccount']) =>
  answerOf(control.PATCH('/accounts/{id}', { params: { path: { id } }, body }));

/** What the accounts of a tier may use in a month, unless they have a limit of their own. */
export const changeTier = (tier: string, body: Schemas['ChangeTier']) =>
  answerOf(control.PATCH('/tiers/{tier}', { params: { path: { tier } }, body }));

/** Only this answer has the secret. */
export const createKey = (body: Schemas['CreateKey']) => answerOf(control.POST('/keys', { body }));

/** From now on the key is 401. What is revoked stays so. */
export const revokeKey = (id: string) => answerOf(control.DELETE('/keys/{id}', { params: { path: { id } } }));
