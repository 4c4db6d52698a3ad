/** "Replay a HAR…": a file is chosen, what sending it will do is said, and the answers stand beside the recorded ones. */

import { Code, Paper } from '@mantine/core';
import { Link } from 'react-router';
import type { ArchiveReplay } from '../../../../src-server/contract/control/world/archive.ts';
import { replayArchive } from '../../../api/journal-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { type ReadArchive, readArchive } from './read-archive.ts';

/** The file that was chosen, or what is wrong with it. */
const NO_ARCHIVE: { readonly archive: ReadArchive | string | null } = { archive: null };

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: NO_ARCHIVE,
    send: async ({ archive }) => {
      if (archive === null || typeof archive === 'string') throw new Error('No archive has been chosen.');
      return replayArchive(archive.content);
    },
    forgetsOnChange: true,
  });
  const choose = async (file: File) => form.set({ archive: readArchive(await file.text()) });
  const { archive: chosen } = form.values;
  const [archive, problems] = typeof chosen === 'string' ? [null, [chosen]] : [chosen, []];
  return (
    <FormDialog
      form={form}
      title="Replay an HTTP archive"
      size={880}
      submitLabel="Send again"
      outcome={formatOutcome(archive)}
      canSend={archive !== null && archive.ofService > 0}
      problems={problems}
      onClose={onClose}
    >
      <FileField label="HTTP archive (.har)" accept=".har,application/json" onChoose={(file) => void choose(file)} />
      <Dimmed>
        Choose an archive downloaded here, or recorded by a browser or proxy. Identifiers repeat in a world with the
        same seed, so a recorded session gets the same responses again.
      </Dimmed>
      {form.answer !== undefined && <ReplayResults replay={form.answer} onLeave={onClose} />}
    </FormDialog>
  );
}

function formatOutcome(archive: ReadArchive | null): string {
  if (archive === null) return 'Choose a file to see what would be sent.';
  const { entries, ofService } = archive;
  if (ofService === 0) return `None of its ${entries} requests is for the simulated service.`;
  const others = entries === ofService ? '' : ` ${entries - ofService} for other addresses are ignored.`;
  return `Sends ${plural(ofService, 'request')}, with the key of this run.${others}`;
}

type Result = ArchiveReplay['results'][number];

/** `onLeave` is called when a link leads away from the dialog. */
function ReplayResults({ replay, onLeave }: { readonly replay: ArchiveReplay; readonly onLeave: () => void }) {
  const { replayed, skipped, results } = replay;
  const different = results.filter((result) => !result.same_status || result.same_body === false).length;
  return (
    <>
      <Notice tone={different === 0 ? 'ok' : 'warn'}>
        <strong>
          {plural(replayed, 'request')} sent again, {skipped} ignored.
        </strong>{' '}
        {different === 0
          ? 'Every response matches the recording.'
          : `${plural(different, 'response differs', 'responses differ')} from the recording.`}
      </Notice>
      <Paper mah={320} style={{ overflow: 'auto' }}>
        <DataTable
          label="Requests sent again"
          columns={[...COLUMNS, requestColumn(onLeave)]}
          rows={results}
          rowKey={(row) => String(row.index)}
          empty={<strong>Nothing was sent.</strong>}
        />
      </Paper>
    </>
  );
}

/** How an archive says that nothing was answered. */
const UNANSWERED = 0;

const COLUMNS: readonly Column<Result>[] = [
  fieldColumn('index', 'No.', (index) => <Dimmed>{index + 1}</Dimmed>, {
    align: 'right',
    hint: 'Place in the archive',
  }),
  fieldColumn('method', 'Method', (method) => <strong>{method}</strong>),
  fieldColumn('path', 'Path', (path) => <Code title={path}>{path}</Code>, { overflow: 'clip' }),
  fieldColumn('recorded_status', 'Recorded', (status) => <HttpStatus status={status === UNANSWERED ? null : status} />),
  {
    id: 'status',
    header: 'Now',
    accessor: (row) => row.status,
    cell: (row) => (
      <span title={row.error ?? undefined}>
        <HttpStatus status={row.status} />
      </span>
    ),
  },
  {
    id: 'same_body',
    header: 'Body',
    hint: 'Compared without request ids',
    accessor: formatBody,
    cell: (row) => <Toned tone={row.same_body === false ? 'warn' : 'dimmed'}>{formatBody(row)}</Toned>,
  },
];

const requestColumn = (onLeave: () => void): Column<Result> =>
  fieldColumn('request_id', 'Request', (id) => (
    <Link to={paths.request(id)} onClick={onLeave}>
      Open the request
    </Link>
  ));

function formatBody({ same_body: same }: Result): string {
  if (same === null) return 'not recorded';
  return same ? 'the same' : 'differs';
}
