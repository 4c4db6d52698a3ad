/** The facts of a request that its text does not say: when, whose, how long, what it wrote, what was broken on purpose. */

import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { paths } from '../../../paths.ts';
import { formatMilliseconds } from './format-request.ts';
import { FaultBadge, FormBadge, type KeyNames } from './request-columns.tsx';

export function RequestFacts({ entry, keyNames }: { readonly entry: JournalDetail; readonly keyNames: KeyNames }) {
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
