/** Registers an endpoint: an address on this machine or a path of the built-in sink, and which event types it wants. */
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { addWebhook } from '../client/control-calls.ts';
import { useAction } from '../shared/use-action.ts';
import { WEBHOOK_TYPES } from './webhook-types.ts';

export function AddEndpoint() {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const add = useAction({
    doing: 'Adding the endpoint',
    run: addWebhook,
    done: (endpoint) => `Endpoint ${endpoint.url} added.`,
    after: () => {
      setUrl('');
      setEvents([]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') add.mutate({ url: url.trim(), ...(events.length === 0 ? {} : { events }) });
  };
  return (
    <form className="add-endpoint" onSubmit={submit}>
      <TextInput
        aria-label="URL of a new endpoint"
        placeholder="http://127.0.0.1:3000/hooks or /sim/sink/first"
        w={340}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <MultiSelect
        aria-label="Event types; none chosen means all"
        placeholder={events.length === 0 ? 'all event types' : ''}
        size="xs"
        flex={1}
        clearable
        data={[...WEBHOOK_TYPES]}
        value={events}
        onChange={setEvents}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={url.trim() === ''}>
        Add endpoint
      </Button>
    </form>
  );
}
