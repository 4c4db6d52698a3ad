/** Everything about one request: the request and response verbatim, its account, its duration, and its explanation. */
import { Button, Code, Menu, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { readArchiveOf, useJournalEntry } from '../../../api/journal-api.ts';
import { useOrigin } from '../../../api/world-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { paths } from '../../../paths.ts';
import { useEditedRequests } from '../../../state/edited-requests-store.ts';
import trafficClasses from '../traffic.module.css';
import { formatMilliseconds } from './format-request.ts';
import { FaultBadge, FormBadge, hitsOf, UndoneBadge, UsedKeyBadge } from './request-columns.tsx';
import { useJournalFilters } from './request-filters.tsx';
import { SendDialog } from './send-dialog.tsx';
import { fetchCallOf } from './send-draft.ts';

export function RequestInspector({ requestId }: { readonly requestId: string }) {
  const query = useJournalEntry(requestId);
  const navigate = useNavigate();
  const { search } = useJournalFilters();
  const sending = useAddressDialog('send');
  return (
    <Inspector
      title="Request"
      onClose={() => navigate(paths.requests(search), { replace: true })}
      actions={
        query.data !== undefined && (
          <>
            <CopyMenu entry={query.data} />
            <Button size="compact-xs" variant="default" onClick={sending.open}>
              Edit and send…
            </Button>
            <LinkButton size="compact-xs" to={paths.trace(requestId)}>
              Trace
            </LinkButton>
          </>
        )
      }
    >
      <QueryBoundary query={query} doing="Loading the request">
        {(entry) => (
          <>
            <Content entry={entry} />
            {sending.isOpen && <SendDialog entry={entry} onClose={sending.close} />}
          </>
        )}
      </QueryBoundary>
    </Inspector>
  );
}

/** A fault may prevent a response before or after the request was processed. */
function formatNoResponse({ first_event: written }: JournalDetail): string {
  return written === null
    ? 'No response was sent, because of a fault.'
    : 'The request was processed, but a fault prevented its response.';
}

function Content({ entry }: { readonly entry: JournalDetail }) {
  const { status, request_headers: requestHeaders, response_headers: responseHeaders } = entry;
  return (
    <>
      <RequestFacts {...entry} />
      <PayloadView title="Request" what="body of the request" payload={entry.request_body ?? ''} none="No body.">
        <MessageHead line={`${entry.method} ${entry.path}`} headers={requestHeaders} />
      </PayloadView>
      <PayloadView
        title="Response"
        what="body of the response"
        payload={entry.response_body ?? ''}
        none={status === null ? 'No part of the body was sent.' : 'The body is empty.'}
      >
        <MessageHead line={status === null ? formatNoResponse(entry) : `HTTP ${status}`} headers={responseHeaders} />
      </PayloadView>
    </>
  );
}

const CONFIRMATION_MS = 1_200;

/** None of them contains the key: curl and fetch take it from $BALLAST_API_KEY. */
function CopyMenu({ entry }: { readonly entry: JournalDetail }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const archive = useAction({
    doing: 'Copying the archive',
    run: () => readArchiveOf(entry.request_id),
    after: (har) => clipboard.copy(JSON.stringify(har, null, 2)),
  });
  const origin = useOrigin();
  return (
    <Menu position="bottom-end" returnFocus transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" rightSection={<IconChevronDown size={12} aria-hidden />}>
          {clipboard.copied ? 'Copied' : 'Copy as'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => clipboard.copy(entry.curl)}>curl: a command for a shell</Menu.Item>
        <Menu.Item onClick={() => clipboard.copy(fetchCallOf(entry, origin))}>fetch: a call in JavaScript</Menu.Item>
        <Menu.Item onClick={() => archive.mutate(undefined)}>HAR: an HTTP archive with the response</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RequestFacts({ first_event: first, last_event: last, received_at: received, ...entry }: JournalDetail) {
  const keyNames = useKeyNames();
  const hits = hitsOf(entry);
  const key = entry.key_id;
  const added = entry.injected_ms > 0 ? `, ${formatMilliseconds(entry.injected_ms)} ms of it injected` : '';
  const original = useEditedRequests(({ originals }) => originals[entry.request_id]);
  return (
    <InspectorFacts
      facts={{
        Status: (
          <>
            <HttpStatus status={entry.status} /> {entry.undone && <UndoneBadge />}
          </>
        ),
        Operation: (
          <>
            <FormBadge form={entry.form} /> {entry.operation ?? <Dimmed>none: no operation has this path</Dimmed>}
          </>
        ),
        'Request id': <CopyText text={entry.request_id} what="the request id" />,
        'Edited from': original === undefined ? null : <Link to={paths.request(original)}>{original}</Link>,
        [entry.status === null ? 'Ended' : 'Answered']: `${formatInstant(entry.at)} virtual UTC`,
        Received: `${formatInstant(received)}.${received.slice(20, 23)} UTC, real time`,
        Took: `${formatMilliseconds(entry.duration_ms)} ms of real time${added}`,
        Fault: hits.length === 0 ? null : hits.map((hit) => <FaultFact key={hit.fault_id} {...hit} />),
        Key:
          key === null ? (
            <Dimmed>No valid API key was sent.</Dimmed>
          ) : (
            <>
              {keyNames.get(key) ?? <Code>{key}</Code>} of the account{' '}
              <Link to={paths.accounts}>{entry.account_id}</Link>
            </>
          ),
        Idempotency: entry.idempotency && <KeyReuse {...entry.idempotency} />,
        Wrote: first === null ? null : <Written first={first} last={last ?? first} />,
        Undone: entry.undone ? 'The world was rewound to before this request, so its changes are gone.' : null,
      }}
    />
  );
}

function FaultFact({ fault_id: id, kind }: NonNullable<JournalDetail['fault']>) {
  return (
    <div>
      <FaultBadge kind={kind} />{' '}
      <Text component={Link} ff="monospace" fz="xs" to={paths.fault(id)}>
        {id}
      </Text>
    </div>
  );
}

/** The entries of the event log, with a link to the first one in the timeline. */
function Written({ first, last }: { readonly first: number; readonly last: number }) {
  const entries =
    first === last ? `Entry ${formatCount(first)}` : `Entries ${formatCount(first)} to ${formatCount(last)}`;
  return (
    <>
      <Link to={paths.timelineAt(first)}>{entries}</Link> of the event log
    </>
  );
}

/** States that the response is that of an earlier request with the same key, and where this request differs. */
function KeyReuse({ request, rebalance_id: rebalanceId, differences }: NonNullable<JournalDetail['idempotency']>) {
  const started = <Link to={paths.rebalance(rebalanceId)}>{rebalanceId}</Link>;
  if (request === 'same') return <>Repeats the request that started {started}.</>;
  return (
    <>
      <UsedKeyBadge /> by the request that started {started}, whose response was returned. This request did nothing.
      {differences.map(({ pointer, stored, sent }) => (
        <div key={pointer}>
          <Code>{pointer}</Code> was <Code>{stored ?? 'nothing'}</Code>, now <Code>{sent ?? 'nothing'}</Code>
        </div>
      ))}
    </>
  );
}

/** The first line of a message, and its headers, collapsed. */
function MessageHead({ line, headers }: { readonly line: string; readonly headers: Readonly<Record<string, string>> }) {
  const named = Object.entries(headers);
  return (
    <>
      <Text ff="monospace" fz="xs" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {line}
      </Text>
      {named.length > 0 && (
        <details className={classes.inspectorDetails}>
          <summary>{plural(named.length, 'header')}</summary>
          <Text component="dl" ff="monospace" fz="xs" my="xs" className={trafficClasses.headers}>
            {named.map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </Text>
        </details>
      )}
    </>
  );
}
