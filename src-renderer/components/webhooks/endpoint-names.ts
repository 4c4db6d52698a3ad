/** The URLs of endpoints by their ids, for sentences that would otherwise contain ids. */
import { useMemo } from 'react';
import { useWebhooks } from '../../api/webhooks-api.ts';
import { shortUrl } from './endpoint-label.ts';

export function useEndpointNames(): ReadonlyMap<string, string> {
  const webhooks = useWebhooks().data?.webhooks;
  return useMemo(() => new Map((webhooks ?? []).map(({ webhook_id: id, url }) => [id, shortUrl(url)])), [webhooks]);
}
