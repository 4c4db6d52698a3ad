/** Which deliveries are shown: of which endpoint, how they went, of which type. The address keeps the choice. */
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import type { DeliveryFilter } from '../../../api/webhooks-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { shortUrl } from '../../../components/webhooks/endpoint-words.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import classes from '../../../components/webhooks/webhooks.module.css';

const NAMES = { webhookId: 'endpoint', status: 'status', type: 'type' } as const;

export function useDeliveryFilter(): DeliveryFilter {
  const [query] = useSearchParams();
  const of = (name: keyof DeliveryFilter) => query.get(NAMES[name]) ?? '';
  return { webhookId: of('webhookId'), status: of('status'), type: of('type') };
}

export function DeliveryFilters({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] }) {
  const filter = useDeliveryFilter();
  const [, setQuery] = useSearchParams();
  const set = (name: keyof DeliveryFilter, value: string) => {
    const query = currentSearchParams();
    if (value === '') query.delete(NAMES[name]);
    else query.set(NAMES[name], value);
    setQuery(query, { replace: true });
  };
  const endpoints = webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) }));
  return (
    <>
      <NativeSelect
        aria-label="Only deliveries to"
        className={classes.deliveryFilter}
        value={filter.webhookId}
        data={[{ value: '', label: 'every endpoint' }, ...removed(filter.webhookId, endpoints), ...endpoints]}
        onChange={(event) => set('webhookId', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Only deliveries that are"
        value={filter.status}
        data={[{ value: '', label: 'any status' }, ...DELIVERY_STATUSES]}
        onChange={(event) => set('status', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Only events of the type"
        value={filter.type}
        data={[{ value: '', label: 'every type' }, ...WEBHOOK_TYPES]}
        onChange={(event) => set('type', event.currentTarget.value)}
      />
    </>
  );
}

/** An endpoint that is gone still has deliveries, and an address may name it. */
function removed(webhookId: string, endpoints: readonly { readonly value: string }[]) {
  if (webhookId === '' || endpoints.some(({ value }) => value === webhookId)) return [];
  return [{ value: webhookId, label: `${webhookId} (removed)` }];
}
