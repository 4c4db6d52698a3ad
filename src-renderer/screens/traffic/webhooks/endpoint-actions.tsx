/** What can be done with an endpoint: pause and resume at once; everything else asks first, in a dialog of its own. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconKey, IconRefresh, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { changeWebhook } from '../../../api/webhooks-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { EndpointDialog } from '../../../components/webhooks/endpoint-dialog.tsx';
import { formatResume } from '../../../components/webhooks/endpoint-words.ts';
import { RotateDialog } from '../../../components/webhooks/rotate-dialog.tsx';
import classes from '../../../components/webhooks/webhooks.module.css';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const OPERATORS = [
  { label: 'Change the endpoint', Icon: IconSettings, Dialog: EndpointDialog },
  { label: 'Show and rotate the secret of', Icon: IconKey, Dialog: RotateDialog },
  { label: 'Send again what failed of', Icon: IconRefresh, Dialog: RedeliverDialog },
  { label: 'Remove the endpoint', Icon: IconTrash, Dialog: RemoveDialog },
];

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const [open, setOpen] = useState<(typeof OPERATORS)[number] | null>(null);
  return (
    <span className={classes.secret}>
      <PauseButton endpoint={endpoint} />
      {OPERATORS.map((way) => (
        <Tooltip key={way.label} label={`${way.label} ${endpoint.url}…`} maw={300}>
          <ActionIcon size="sm" aria-label={`${way.label} ${endpoint.url}`} onClick={() => setOpen(way)}>
            <way.Icon size={14} />
          </ActionIcon>
        </Tooltip>
      ))}
      {open !== null && <open.Dialog endpoint={endpoint} onClose={() => setOpen(null)} />}
    </span>
  );
}

function PauseButton({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const isEnabled = endpoint.status === 'enabled';
  const change = useAction({
    doing: isEnabled ? 'Pausing the endpoint' : 'Resuming the endpoint',
    run: () => changeWebhook(endpoint.webhook_id, { status: isEnabled ? 'paused' : 'enabled' }),
    done: (answer) =>
      answer.status === 'paused'
        ? `${answer.url} is paused: what happens waits for it.`
        : `${answer.url} is told again: what waits leaves at once.`,
  });
  const label = isEnabled ? 'Pause: what happens from now on waits for it' : formatResume(endpoint);
  const word = isEnabled ? 'Pause' : endpoint.status === 'disabled' ? 'Enable' : 'Resume';
  return (
    <Tooltip label={label} maw={300}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${word} the endpoint ${endpoint.url}`}
        loading={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {word}
      </Button>
    </Tooltip>
  );
}
