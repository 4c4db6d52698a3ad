/** The world as a whole: session, fingerprint, snapshots, storage use and the use of its rate limits. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { ownAddress } from '../state/own-world.ts';
import { ask, controlQuery } from './api-client.ts';
import { KEYS } from './query-keys.ts';

const CHAIN_REFRESH_MS = 4_000;
const STORAGE_REFRESH_MS = 10_000;
/** A window of 60 s moves while the user looks at it. */
const LIMITS_REFRESH_MS = 2_000;

export const sessionQuery = controlQuery(KEYS.session, 'GET /session');

export const useSession = () => useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY });

/** The prefix of this world's addresses, as clients on this machine call it. */
export function useOrigin(): string {
  const base = useSession().data?.base_url;
  return base === undefined ? `${window.location.origin}${ownAddress}` : base.replace(/\/v1$/, '');
}

export const fingerprintQuery = controlQuery(KEYS.fingerprint, 'GET /fingerprint');

/** Read again while the event log is still being verified: no event reports that its chain is broken. */
export const useFingerprint = () =>
  useQuery({
    ...fingerprintQuery,
    refetchInterval: ({ state }) => (state.data?.chain.status === 'checking' ? CHAIN_REFRESH_MS : false),
  });

export const useStorage = () =>
  useQuery({ ...controlQuery(KEYS.storage, 'GET /storage'), refetchInterval: STORAGE_REFRESH_MS });

export const useLimits = () =>
  useQuery({ ...controlQuery(KEYS.limits, 'GET /limits'), refetchInterval: LIMITS_REFRESH_MS });

/** Read again whenever it is shown: the changes that a restore would take back grow with every event. */
export const useSnapshots = () =>
  useQuery({ ...controlQuery(KEYS.snapshots, 'GET /snapshots'), refetchOnMount: 'always' });

/** Resets the world to its initial state; the journal is cleared. */
export const resetWorld = () => ask('POST /reset');

/** Saves the whole world under a name. 400 for a name in use, unless it is to be replaced. */
export const saveSnapshot = (body: ControlBody<'POST /snapshots'>) => ask('POST /snapshots', { body });

/** Restores the world from the snapshot. The journal stays. */
export const restoreSnapshot = (name: string) => ask('POST /snapshots/{name}/restore', { params: { name } });

export const deleteSnapshot = (name: string) => ask('DELETE /snapshots/{name}', { params: { name } });
