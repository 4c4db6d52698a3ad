/** Where the endpoints are, by their identifiers, for sentences that would else name identifiers. */
import { useMemo } from 'react';
import { useWebhooks } from '../../api/webhooks-api.ts';
import { shortUrl } from './endpoint-label.ts';

export function useEndpointNames(): ReadonlyMap<string, string> {
  const webhooks = useWebhooks().data?.webhooks;
  return useMemo(() => new Map((webhooks ?? []).map(({ webhook_id: id, url }) => [id, shortUrl(url)])), [webhooks]);
}
