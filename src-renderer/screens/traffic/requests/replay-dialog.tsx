/**
 * "Replay a HAR…": a file is chosen, the effect of sending it is described, and the responses are shown beside the
 * recorded ones.
 */

import { Code, Paper } from '@mantine/core';
import { Link } from 'react-router';
import type { ArchiveReplay } from '../../../../src-server/contract/control/world/archive.ts';
import { addressOfWorld } from '../../../../src-server/contract/control/worlds/world-address.ts';
import { replayArchive, replayArchiveWithTimes } from '../../../api/journal-api.ts';
import { appOfWorld, makeWorld } from '../../../api/worlds-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { ownWorld } from '../../../state/own-world.ts';
import { formatDifferences, replayVerdict } from './format-replay.ts';
import { type ReadArchive, readArchive, withoutFailed } from './read-archive.ts';

interface ReplayDraft {
  /** The chosen file, or its issue. */
  readonly archive: ReadArchive | string | null;
  readonly into: 'new' | 'shown';
  readonly isCleaned: boolean;
}

const NO_ARCHIVE: ReplayDraft = { archive: null, into: 'new', isCleaned: false };

const INTO: readonly { readonly value: ReplayDraft['into']; readonly label: string; readonly meaning: string }[] = [
  {
    value: 'new',
    label: 'A new world',
    meaning:
      'It has the seed and the start of this world, so identifiers repeat. Its clock moves only to the time of each request, and it has no rate limit. It ends after a day without requests.',
  },
  {
    value: 'shown',
    label: 'This world',
    meaning:
      'The requests take effect like those of a client: what they created before is created again, and they use the quota and the rate limit of the default key.',
  },
];

const { Field, SwitchField } = fieldsOf<ReplayDraft>();

export function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useServerForm({ initial: NO_ARCHIVE, send: replayInto, forgetsOnChange: true });
  const choose = async (file: File) => form.set({ archive: readArchive(await file.text()) });
  const { archive: chosen, into } = form.values;
  const [whole, problems] = typeof chosen === 'string' ? [null, [chosen]] : [chosen, []];
  const sent = archiveToSend(form.values);
  return (
    <FormDialog
      form={form}
      title="Replay an HTTP archive"
      size={880}
      submitLabel={into === 'new' ? 'Send into a new world' : 'Send into this world'}
      outcome={summaryLine(sent)}
      canSend={sent !== null && sent.ofService > 0}
      problems={problems}
      onClose={onClose}
    >
      <FileField label="HTTP archive (.har)" accept=".har,application/json" onChoose={(file) => void choose(file)} />
      <Dimmed>Choose an archive downloaded here, or recorded by a browser or proxy.</Dimmed>
      <Field name="into">{(input) => <ChoiceField label="Send it into" choices={INTO} {...input} />}</Field>
      {whole !== null && whole.undone + whole.rejected > 0 && (
        <SwitchField name="isCleaned" label="Leave out requests that had no effect" description={formatFailed(whole)} />
      )}
      {form.result !== undefined && <ReplayResults {...form.result} onLeave={onClose} />}
    </FormDialog>
  );
}

function archiveToSend({ archive, isCleaned }: ReplayDraft): ReadArchive | null {
  if (archive === null || typeof archive === 'string') return null;
  return isCleaned ? withoutFailed(archive) : archive;
}

async function replayInto(draft: ReplayDraft): Promise<Replayed> {
  const archive = archiveToSend(draft);
  if (archive === null) throw new Error('No archive has been chosen.');
  if (draft.into === 'shown') return { replay: await replayArchive(archive.content), world: null };
  const { name } = await makeWorld({
    fork_of: ownWorld,
    fork_at: 'beginning',
    clock_mode: 'manual',
    rate_limit: 'off',
    expires_after: '1d',
    keep: false,
  });
  return { replay: await replayArchiveWithTimes(archive.content, name), world: name };
}

function formatFailed({ undone, rejected }: ReadArchive): string {
  const parts = [
    undone === 0 ? null : `${plural(undone, 'request was', 'requests were')} undone when the world was rewound`,
    rejected === 0 ? null : `${plural(rejected, 'request was', 'requests were')} rejected with 401 or 429`,
  ];
  return `${parts.filter((part) => part !== null).join('; ')}.`;
}

function summaryLine(archive: ReadArchive | null): string {
  if (archive === null) return 'Choose a file to see what would be sent.';
  const { entries, ofService } = archive;
  if (ofService === 0) return `None of its ${entries} requests is for the simulated service.`;
  const others = entries === ofService ? '' : ` ${entries - ofService} for other addresses are ignored.`;
  return `Sends ${plural(ofService, 'request')}, with the default key.${others}`;
}

interface Replayed {
  readonly replay: ArchiveReplay;
  /** The world it was sent to; null: this page's world. */
  readonly world: string | null;
}

type Result = ArchiveReplay['results'][number];

/** `onLeave` is called when a link leads away from the dialog. */
function ReplayResults({ replay, world, onLeave }: Replayed & { readonly onLeave: () => void }) {
  const { replayed, skipped, results } = replay;
  const { isSame, text } = replayVerdict(results);
  return (
    <>
      <Notice tone={isSame ? 'ok' : 'warn'}>
        <strong>
          {plural(replayed, 'request')} sent again, {skipped} ignored.
        </strong>{' '}
        {text} {world !== null && <a href={appOfWorld(world)}>Open the world {world}</a>}
      </Notice>
      <Paper mah={320} style={{ overflow: 'auto' }}>
        <DataTable
          label="Requests sent again"
          columns={[...COLUMNS, requestColumn(world, onLeave)]}
          rows={results}
          rowKey={(row) => String(row.index)}
          empty={<strong>Nothing was sent.</strong>}
        />
      </Paper>
    </>
  );
}

/** How an archive marks that no response arrived. */
const NO_RESPONSE = 0;

const COLUMNS: readonly Column<Result>[] = [
  fieldColumn('index', 'No.', (index) => <Dimmed>{index + 1}</Dimmed>, {
    align: 'right',
    hint: 'Place in the archive',
  }),
  fieldColumn('method', 'Method', (method) => <strong>{method}</strong>),
  fieldColumn('path', 'Path', (path) => <Code title={path}>{path}</Code>, { overflow: 'clip' }),
  fieldColumn('recorded_status', 'Recorded', (status) => (
    <HttpStatus status={status === NO_RESPONSE ? null : status} />
  )),
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
    id: 'differences',
    header: 'Differences',
    hint: 'The recorded value, and the one here; prices and times are not compared',
    accessor: formatDifferences,
    cell: (row) => (
      <Toned tone={row.differences.length > 0 ? 'warn' : 'dimmed'}>
        <span style={{ whiteSpace: 'pre-line' }}>{formatDifferences(row)}</span>
      </Toned>
    ),
  },
];

const requestColumn = (world: string | null, onLeave: () => void): Column<Result> =>
  fieldColumn('request_id', 'Request', (id) =>
    world === null ? (
      <Link to={paths.request(id)} onClick={onLeave}>
        Open the request
      </Link>
    ) : (
      <a href={`${addressOfWorld(world)}${paths.request(id)}`}>Open the request</a>
    ),
  );
