/** What can be done with one record: print it, copy it as the service has it, and follow it to its rebalance and trace. */

import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowsExchange, IconBraces, IconCheck, IconListTree, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MifidRecordView } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import { formatPrint, printRecord } from '../../components/desktop/print-record.ts';
import { paths } from '../../paths.ts';

const CONFIRMATION_MS = 1_200;

export function RecordActions({ view }: { readonly view: MifidRecordView }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const CopyIcon = clipboard.copied ? IconCheck : IconBraces;
  return (
    <Group ml="auto" gap="sm">
      <Button
        component={Link}
        to={paths.rebalance(view.rebalance_id)}
        variant="default"
        leftSection={<IconArrowsExchange size={14} aria-hidden />}
      >
        Rebalance
      </Button>
      <Button
        component={Link}
        to={paths.trace(view.fill_id)}
        variant="default"
        leftSection={<IconListTree size={14} aria-hidden />}
      >
        Trace
      </Button>
      <Button
        variant="default"
        leftSection={<CopyIcon size={14} aria-hidden />}
        onClick={() => clipboard.copy(JSON.stringify(view.record, null, 2))}
      >
        {clipboard.copied ? 'Copied' : 'Copy JSON'}
      </Button>
      <Button
        data-print-record
        leftSection={<IconPrinter size={14} aria-hidden />}
        onClick={() => printRecord(`mifid-record-${view.record.mifid_record_id}`)}
      >
        {formatPrint()}
      </Button>
    </Group>
  );
}
