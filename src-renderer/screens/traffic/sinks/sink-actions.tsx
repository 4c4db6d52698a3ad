/** What can be done with a sink: copy where it is, tell it of webhooks, forget what it received. */

import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { emptySink, sinkPath } from '../../../api/sinks-api.ts';
import { addWebhook, useWebhooks } from '../../../api/webhooks-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import classes from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';

export function SinkActions({ sink }: { readonly sink: SinkView }) {
  const [isClearing, setClearing] = useState(false);
  const session = useSession().data;
  const url = `${new URL(session?.base_url ?? window.location.origin).origin}${sinkPath(sink.name)}`;
  return (
    <>
      <CopyText text={url} what="the address of the sink" />
      <Group ml="auto" gap="sm">
        <UseAsEndpoint name={sink.name} />
        <Button variant="default" disabled={sink.requests.length === 0} onClick={() => setClearing(true)}>
          Clear…
        </Button>
      </Group>
      {isClearing && <ClearDialog sink={sink} onClose={() => setClearing(false)} />}
    </>
  );
}

function UseAsEndpoint({ name }: { readonly name: string }) {
  const { data, isError } = useWebhooks();
  const add = useAction({
    doing: 'Adding the endpoint',
    run: () => addWebhook({ url: sinkPath(name) }),
    done: () => (
      <>
        The sink {name} is told of every event from now on. <Link to={paths.webhooks()}>See the webhooks</Link>
      </>
    ),
  });
  if (data === undefined) return isError && <Dimmed>The webhooks could not be read.</Dimmed>;
  const isOne = data.webhooks.some(({ url }) => url.endsWith(sinkPath(name)));
  if (isOne) {
    return (
      <>
        <Badge>✓ is a webhook endpoint</Badge>
        <Link to={paths.webhooks()}>Deliveries</Link>
      </>
    );
  }
  return (
    <Button
      variant="default"
      title="Registers it as a webhook endpoint for events of every type"
      loading={add.isPending}
      onClick={() => add.mutate(undefined)}
    >
      Use as endpoint
    </Button>
  );
}

function ClearDialog({ sink, onClose }: { readonly sink: SinkView; readonly onClose: () => void }) {
  const form = useServerForm({
    initial: {},
    send: () => emptySink(sink.name),
    done: ({ forgotten }) => `${plural(forgotten, 'request is', 'requests are')} forgotten.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Clear the sink ${sink.name}`}
      size={460}
      submitLabel="Forget them"
      outcome="What it answers stays."
      onClose={onClose}
    >
      <p className={classes.dialogLine}>Everything that this sink received is forgotten. Nothing brings it back.</p>
    </FormDialog>
  );
}
