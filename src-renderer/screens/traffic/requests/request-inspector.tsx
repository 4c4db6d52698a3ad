/** Everything about one request: what was asked and answered word for word, whose it was, how long it took, and why. */
import { Button, Code, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconListTree, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import { useJournalEntry } from '../../../api/journal-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { Inspector } from '../../../components/layout/inspector.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { paths } from '../../../paths.ts';
import trafficClasses from '../traffic.module.css';
import { formatMilliseconds, prettyJson } from './format-request.ts';
import { FaultBadge, FormBadge, type KeyNames } from './request-columns.tsx';

interface RequestInspectorProps {
  readonly requestId: string;
  readonly keyNames: KeyNames;
  readonly onClose: () => void;
}

export function RequestInspector({ requestId, keyNames, onClose }: RequestInspectorProps) {
  const read = useJournalEntry(requestId);
  return (
    <Inspector
      title="Request"
      onClose={onClose}
      actions={
        read.data !== undefined && (
          <>
            <CopyCurl curl={read.data.curl} />
            <Button
              component={Link}
              to={paths.trace(requestId)}
              variant="default"
              leftSection={<IconListTree size={14} aria-hidden />}
            >
              Trace
            </Button>
          </>
        )
      }
    >
      <QueryBoundary read={read} doing="Reading the request">
        {(entry) => <Content entry={entry} keyNames={keyNames} />}
      </QueryBoundary>
    </Inspector>
  );
}

function Content({ entry, keyNames }: { readonly entry: JournalDetail; readonly keyNames: KeyNames }) {
  const answered = entry.status !== null;
  return (
    <>
      <RequestFacts entry={entry} keyNames={keyNames} />
      <MessageView
        title="Request"
        line={`${entry.method} ${entry.path}`}
        headers={entry.request_headers}
        body={entry.request_body}
        noBody="No body."
      />
      <MessageView
        title="Answer"
        line={answered ? `HTTP ${entry.status}` : 'Nothing was answered, on purpose.'}
        headers={entry.response_headers}
        body={entry.response_body}
        noBody={answered ? 'The body is empty.' : 'No byte of a body was sent.'}
      />
    </>
  );
}

const CONFIRMATION_MS = 1_200;

function CopyCurl({ curl }: { readonly curl: string }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const Icon = clipboard.copied ? IconCheck : IconTerminal2;
  return (
    <Tooltip label="A command for a shell that sends it again; it takes the key from $BALLAST_API_KEY" maw={280}>
      <Button variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={() => clipboard.copy(curl)}>
        {clipboard.copied ? 'Copied' : 'Copy as curl'}
      </Button>
    </Tooltip>
  );
}

function RequestFacts({ entry, keyNames }: { readonly entry: JournalDetail; readonly keyNames: KeyNames }) {
  return (
    <dl className={classes.inspectorFacts}>
      <Fact name="Status">
        <HttpStatus status={entry.status} />
      </Fact>
      <Fact name="Operation">
        <FormBadge form={entry.form} />{' '}
        {entry.operation ?? (
          <Text span c="dimmed">
            none: there is nothing at this path
          </Text>
        )}
      </Fact>
      <Fact name="Request id">
        <CopyText text={entry.request_id} what="the request id" />
      </Fact>
      <Fact name="Answered">{formatInstant(entry.at)} virtual UTC</Fact>
      <Fact name="Came">
        {formatInstant(entry.received_at)}.{entry.received_at.slice(20, 23)} UTC by the wall clock
      </Fact>
      <Fact name="Took">
        {formatMilliseconds(entry.duration_ms)} ms (real)
        {entry.injected_ms > 0 && `, ${formatMilliseconds(entry.injected_ms)} ms of it added on purpose`}
      </Fact>
      {entry.fault !== null && (
        <Fact name="Fault">
          <FaultBadge kind={entry.fault.kind} />{' '}
          <Text component={Link} ff="monospace" fz="xs" to={paths.fault(entry.fault.fault_id)}>
            {entry.fault.fault_id}
          </Text>
        </Fact>
      )}
      <Fact name="Key">{formatKey(entry, keyNames)}</Fact>
      {entry.first_event !== null && entry.last_event !== null && (
        <Fact name="Wrote">{formatEvent(entry.first_event, entry.last_event)} of the event log</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function formatKey({ key_id: keyId, account_id: accountId }: JournalDetail, keyNames: KeyNames): ReactNode {
  if (keyId === null)
    return (
      <Text span c="dimmed">
        No valid key was shown.
      </Text>
    );
  return (
    <>
      {keyNames.get(keyId) ?? <Code>{keyId}</Code>} of the account <Link to={paths.accounts}>{accountId}</Link>
    </>
  );
}

function formatEvent(first: number, last: number): string {
  return first === last ? `Event ${first}` : `Events ${first} to ${last}`;
}

interface MessageViewProps {
  /** "Request" */
  readonly title: string;
  /** First line: method and path, or the status. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: there was none. */
  readonly body: string | null;
  /** What an empty body means. */
  readonly noBody: string;
}

function MessageView({ title, line, headers, body, noBody }: MessageViewProps) {
  const [view, setView] = useState('pretty');
  const isEmpty = body === null || body === '';
  const count = Object.keys(headers).length;
  return (
    <section aria-label={title}>
      <div className={classes.inspectorSection}>
        <h3>{title}</h3>
        {!isEmpty && (
          <>
            <CopyText text={body} what={`the exact body of the ${title.toLowerCase()}`} shown="" />
            <SegmentedControl
              aria-label={`How the body of the ${title.toLowerCase()} is shown`}
              data={VIEWS}
              value={view}
              onChange={setView}
            />
          </>
        )}
      </div>
      <Text ff="monospace" fz="xs" className={trafficClasses.messageLine}>
        {line}
      </Text>
      {count > 0 && (
        <details className={classes.inspectorDetails}>
          <summary>{plural(count, 'header')}</summary>
          <HeaderList headers={headers} />
        </details>
      )}
      {isEmpty ? (
        <Text c="dimmed" className={trafficClasses.messageLine}>
          {noBody}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <pre className={classes.code} tabIndex={0}>
          {view === 'pretty' ? prettyJson(body) : body}
        </pre>
      )}
    </section>
  );
}

const VIEWS = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
];

function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <Text component="dl" ff="monospace" fz="xs" className={trafficClasses.messageHeaders}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Text>
  );
}
