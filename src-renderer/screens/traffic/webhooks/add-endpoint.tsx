/** Registers an endpoint: an address on this machine or a path of the built-in sink, its event types, in order or not. */
import { Button, MultiSelect, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { addWebhook } from '../../../api/webhook-calls.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';
import '../../../components/forms/form-errors.css';

/** Where an address has this at its end, the field for the URL has the focus. */
const HERE = '#add-endpoint';

export function AddEndpoint() {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [ordered, setOrdered] = useState(true);
  const { send, isPending, errors } = useFormAction({
    run: addWebhook,
    done: (endpoint) => `Endpoint ${endpoint.url} added: it is told of what happens from now on.`,
    after: () => {
      setUrl('');
      setEvents([]);
    },
    fields: ['/url', '/events'],
  });
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address once more asks for the field once more.
  useEffect(() => {
    if (hash === HERE) field.current?.focus();
  }, [hash, key]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') send({ url: url.trim(), ordered, ...(events.length === 0 ? {} : { events }) });
  };
  return (
    <form className="add-endpoint form-errors" aria-label="Add an endpoint" onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        aria-label="URL of a new endpoint"
        placeholder="http://127.0.0.1:3000/hooks or /sim/sink/first"
        className="add-endpoint-url"
        value={url}
        error={errors.at('/url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <MultiSelect
        aria-label="Event types; none chosen means all"
        placeholder={events.length === 0 ? 'all event types' : ''}
        size="xs"
        className="add-endpoint-types"
        clearable
        data={[...WEBHOOK_TYPES]}
        value={events}
        error={errors.at('/events')}
        onChange={setEvents}
      />
      <Switch
        label="in order"
        title="One event after the other; else up to 16 at once"
        mt={6}
        checked={ordered}
        onChange={(event) => setOrdered(event.currentTarget.checked)}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={url.trim() === ''}>
        Add endpoint
      </Button>
      {errors.elsewhere.length > 0 && <Notice tone="fail">{errors.elsewhere.join(' ')}</Notice>}
    </form>
  );
}
