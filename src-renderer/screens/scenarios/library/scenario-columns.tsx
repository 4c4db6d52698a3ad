/** The columns of the library: name, folder, latest outcome, length, golden log, tags and file of a scenario. */

import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';

export const SCENARIO_COLUMNS: readonly Column<ListedScenario>[] = [
  {
    id: 'name',
    header: 'Scenario',
    className: classes.scenarioName,
    accessor: (row) => row.name,
    cell: (row) => (
      <>
        <Link to={paths.scenario(row.file)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          {row.name}
        </Link>
        <Text component="div" c="dimmed" className={classes.scenarioAbout} title={row.description ?? undefined}>
          {row.description ?? row.faults[0]}
        </Text>
      </>
    ),
  },
  {
    id: 'folder',
    header: 'Folder',
    accessor: folderOf,
    cell: (row) =>
      folderOf(row) || (
        <Text span c="dimmed">
          –
        </Text>
      ),
  },
  {
    id: 'last_run',
    header: 'Last run',
    accessor: outcomeOf,
    cell: (row) => {
      const outcome = outcomeOf(row);
      return outcome === '' ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        <StatusBadge status={outcome} />
      );
    },
  },
  {
    id: 'steps',
    header: 'Steps',
    align: 'right',
    hint: 'As far as the file says; what repeats may take more',
    accessor: (row) => row.steps,
    cell: (row) =>
      row.faults.length > 0 ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        formatCount(row.steps)
      ),
  },
  {
    id: 'golden',
    header: 'Golden log',
    hint: 'A run is compared with it, event by event',
    accessor: (row) => (row.has_golden ? 'yes' : 'no'),
    cell: (row) =>
      row.has_golden ? (
        'yes'
      ) : (
        <Text span c="dimmed">
          none
        </Text>
      ),
  },
  {
    id: 'tags',
    header: 'Tags',
    overflow: 'clip',
    accessor: (row) => row.tags.join(', '),
    cell: (row) => <span title={row.tags.join(', ')}>{row.tags.join(', ')}</span>,
  },
  {
    id: 'file',
    header: 'File',
    overflow: 'clip',
    className: classes.scenarioFile,
    accessor: (row) => row.file,
    cell: (row) => (
      <Code c="dimmed" title={row.file}>
        {row.file.slice(row.file.lastIndexOf('/') + 1)}
      </Code>
    ),
  },
];

/** Its path below the folder of scenarios; empty for a file that lies directly in it. */
function folderOf({ file }: ListedScenario): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** How its latest run ended or where it is; a file that cannot be played is bad without one. */
export function outcomeOf({ faults, last_run: run }: ListedScenario): string {
  return faults.length > 0 ? 'bad' : (run?.status ?? '');
}
