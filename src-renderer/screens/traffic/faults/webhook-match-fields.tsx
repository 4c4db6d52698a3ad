/** Which webhooks a fault is about: to which endpoint, of which types, or one event alone. */
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useWebhooks } from '../../../api/queries.ts';
import { shortUrl } from '../../../components/webhooks/endpoint-words.ts';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import type { MatchDraft } from './match-draft.ts';
import type { WireFaultFieldsProps } from './wire-fault-fields-props.ts';

export function WebhookMatchFields({ draft, errors, set }: WireFaultFieldsProps) {
  const webhooks = useWebhooks().data?.webhooks ?? [];
  const { match } = draft;
  const change = (part: Partial<MatchDraft>) => set({ match: { ...match, ...part } });
  const endpoints = webhooks.map(({ webhook_id: value, url }) => ({ value, label: shortUrl(url) }));
  return (
    <fieldset className="wire-fault-match">
      <legend>Only webhooks that are</legend>
      <NativeSelect
        label="To the endpoint"
        data={[{ value: '', label: 'any' }, ...endpoints]}
        value={match.webhookId}
        error={errors.at('/match/webhook_id')}
        onChange={(event) => change({ webhookId: event.currentTarget.value })}
      />
      <MultiSelect
        label="Of the types"
        placeholder={match.types.length === 0 ? 'any' : ''}
        size="xs"
        clearable
        data={[...WEBHOOK_TYPES]}
        value={[...match.types]}
        error={errors.at('/match/types')}
        onChange={(types) => change({ types })}
      />
      <TextInput
        label="Of the event"
        placeholder="any"
        value={match.eventId}
        error={errors.at('/match/event_id')}
        onChange={(event) => change({ eventId: event.currentTarget.value })}
      />
    </fieldset>
  );
}
