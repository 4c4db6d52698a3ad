/** Everything about one request: what was asked and answered word for word, whose it was, how long it took, and why. */

import { Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconListTree, IconTerminal2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import { useJournalEntry } from '../../../api/journal-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Inspector } from '../../../components/layout/inspector.tsx';
import { paths } from '../../../paths.ts';
import { MessageView } from './message-view.tsx';
import type { KeyNames } from './request-columns.tsx';
import { RequestFacts } from './request-facts.tsx';

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
