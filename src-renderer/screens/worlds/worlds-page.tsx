/** Worlds: those of the service, with their actions, and two of them side by side. */
import { Anchor, Box, Button, Group } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { CreatedWorld, HostedWorldWire } from '../../../src-server/contract/control/worlds/worlds.ts';
import { appOfWorld, useWorlds } from '../../api/worlds-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../components/format/current-search-params.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Badge } from '../../components/layout/badge.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { Fact, Facts } from '../../components/layout/facts.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { useAddressDialog } from '../../components/layout/use-address-dialog.ts';
import { type Column, fieldColumn, numberColumn, VIRTUAL_UTC } from '../../components/tables/table-column.ts';
import { TablePanel } from '../../components/tables/table-panel.tsx';
import { ownWorld } from '../../state/own-world.ts';
import { putAway, showWorldOnce, useShownOnce } from '../../state/shown-once-store.ts';
import { forgetWorld } from './forget-world.ts';
import { ImportWorldDialog } from './import-world-dialog.tsx';
import { NewWorldDialog } from './new-world-dialog.tsx';
import { UnopenedWorlds } from './unopened-worlds.tsx';
import { WorldActions } from './world-actions.tsx';
import { WorldsComparison } from './worlds-comparison.tsx';

export function WorldsPage() {
  const query = useWorlds();
  const making = useAddressDialog('new-world');
  const importing = useAddressDialog('import-world');
  const made = useShownOnce(({ worlds }) => worlds);
  const onMade = (world: CreatedWorld) => {
    forgetWorld(world.name);
    showWorldOnce(world);
    making.close();
    importing.close();
  };
  return (
    <Page>
      <title>Worlds · Ballast</title>
      <PageHeader>
        <h1>Worlds</h1>
        <Group ml="auto" gap="sm">
          <Button variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={importing.open}>
            Import a world…
          </Button>
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={making.open}>
            New world…
          </Button>
        </Group>
      </PageHeader>
      {made.map((world) => (
        <MadeWorld key={world.admin_token} world={world} />
      ))}
      <QueryBoundary query={query} doing="Loading the worlds">
        {({ worlds, unopened, most, can_store: canStore }) => (
          <>
            <UnopenedWorlds worlds={unopened} />
            <WorldTable worlds={worlds} most={most} onMade={onMade} />
            <Compared worlds={worlds} />
            {making.isOpen && <NewWorldDialog canStore={canStore} onMade={onMade} onClose={making.close} />}
          </>
        )}
      </QueryBoundary>
      {importing.isOpen && <ImportWorldDialog onMade={onMade} onClose={importing.close} />}
    </Page>
  );
}

/** Its token is shown only once, after the creation; like the key it is copied, and never displayed in full. */
function MadeWorld({ world }: { readonly world: CreatedWorld }) {
  return (
    <Notice
      tone="ok"
      side={
        <Button variant="default" onClick={() => putAway(world)}>
          I have copied the token
        </Button>
      }
    >
      <strong>The world {world.name} is ready.</strong> Copy its admin token before you open it: Ballast does not show
      it again.
      <Box mt="xs">
        <Facts>
          <Fact label="Base URL">
            <CopyText text={world.base_url} what="the base URL" />
          </Fact>
          <Fact label="API key">
            <CopyText text={world.api_key} what="the API key" shown={maskedSecret(world.api_key)} />
          </Fact>
          <Fact label="Control plane">
            <CopyText text={world.control_url} what="the address of the control plane" />
          </Fact>
          <Fact label="Admin token">
            <CopyText text={world.admin_token} what="the admin token" shown={maskedSecret(world.admin_token)} />
          </Fact>
        </Facts>
      </Box>
      <Anchor href={appOfWorld(world.name)}>Open {world.name}</Anchor>
    </Notice>
  );
}

const TAIL = 2;

/** Masked like keys elsewhere. */
function maskedSecret(secret: string): string {
  return `••••${secret.slice(-TAIL)}`;
}

interface WorldTableProps {
  readonly worlds: readonly HostedWorldWire[];
  readonly most: number;
  readonly onMade: (world: CreatedWorld) => void;
}

function WorldTable({ worlds, most, onMade }: WorldTableProps) {
  const columns: readonly Column<HostedWorldWire>[] = [
    {
      id: 'name',
      header: 'Name',
      accessor: ({ name }) => name,
      cell: ({ name }) => <WorldName name={name} />,
    },
    numberColumn('seed', 'Seed', ({ seed }) => seed, String),
    fieldColumn('now', 'Clock', formatInstant, VIRTUAL_UTC),
    numberColumn('events', 'Log entries', ({ events }) => events, formatCount),
    {
      id: 'fork_of',
      header: 'Fork of',
      accessor: ({ fork_of: origin }) => origin,
      cell: ({ fork_of: origin }) => origin ?? '–',
    },
    {
      id: 'stay',
      header: 'Lifetime',
      hint: 'Lifetime: the world ends with the service, is stored in its data folder, or ends when idle',
      accessor: ({ stored, expires }) => (stored ? 'stored' : (expires ?? '')),
      cell: ({ stored, expires }) =>
        stored
          ? 'stored'
          : expires === null
            ? 'until the service stops'
            : `until ${formatInstant(expires)} UTC, if idle`,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (world) => <WorldActions world={world} onMade={onMade} />,
    },
  ];
  return (
    <TablePanel
      title="Worlds of this service"
      layoutKey="worlds/list"
      side={`${worlds.length} of at most ${formatCount(most)}`}
      columns={columns}
      rows={worlds}
      rowKey={({ name }) => name}
      empty={<strong>There are no worlds.</strong>}
    />
  );
}

function WorldName({ name }: { readonly name: string }) {
  if (name !== ownWorld) return <Anchor href={appOfWorld(name)}>{name}</Anchor>;
  return (
    <Group component="span" gap="xs" display="inline-flex">
      <strong>{name}</strong> <Badge>shown here</Badge>
    </Group>
  );
}

/** The two in the address; with a single world there is nothing to compare. */
function Compared({ worlds }: { readonly worlds: readonly HostedWorldWire[] }) {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const names = worlds.map(({ name }) => name);
  if (names.length < 2) return null;
  const first = known(names, params.get('a')) ?? ownWorld;
  const second =
    known(names, params.get('b')) ?? originOf(worlds, first) ?? names.find((name) => name !== first) ?? first;
  return <WorldsComparison names={names} first={first} second={second} onChange={(a, b) => change({ a, b })} />;
}

function known(names: readonly string[], name: string | null): string | null {
  return name !== null && names.includes(name) ? name : null;
}

/** A copy is compared with the world it was copied from, and an original with a copy of it. */
function originOf(worlds: readonly HostedWorldWire[], name: string): string | null {
  const origin = worlds.find((world) => world.name === name)?.fork_of ?? null;
  return (
    known(
      worlds.map((world) => world.name),
      origin,
    ) ??
    worlds.find(({ fork_of: of }) => of === name)?.name ??
    null
  );
}
