/** The rate limits and quotas of clients: each with its current use, and the responses beyond it. */

import { Box, Button, Code, SimpleGrid, Text } from '@mantine/core';
import type { AccountView, KeyView, TierView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { MONTHLY_LIMIT } from '../../../src-server/contract/control/text-rules.ts';
import type { Limits } from '../../../src-server/contract/control/world/storage.ts';
import { changeTier, useAccounts, useApiKeys, useTiers } from '../../api/accounts-api.ts';
import { useLimits } from '../../api/world-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../components/format/format-number.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Toned } from '../../components/layout/toned.tsx';
import { useAddressDialogs } from '../../components/layout/use-address-dialog.ts';
import { formatLimit, limitFault, limitOf, limitOwner, textOf } from '../../components/limits/limit-text.ts';
import { DataTable } from '../../components/tables/data-table.tsx';
import { type Column, valueColumn } from '../../components/tables/table-column.ts';
import { Setting } from './setting.tsx';

export function LimitSettings() {
  const limits = useLimits();
  const keys = useApiKeys();
  const accounts = useAccounts().data?.accounts ?? [];
  const tiers = useTiers();
  return (
    <>
      <QueryBoundary query={limits} doing="Loading the limits">
        {(data) => (
          <Panel title="Requests per 60 s" side="rejected requests do not count">
            <Setting
              label="The server’s limit"
              says={
                <>
                  Applies to keys without their own limit or an account limit. To change it, start the server with{' '}
                  <Code style={{ whiteSpace: 'nowrap' }}>--rate-limit N</Code>.
                </>
              }
            >
              <strong>{data.server ?? 'none'}</strong>
            </Setting>
            <QueryBoundary query={keys} doing="Loading the keys">
              {(keyList) => (
                <DataTable
                  label="Requests of each key"
                  columns={usedColumns(keyList.keys, accounts)}
                  rows={data.keys}
                  rowKey={(row) => row.key_id}
                  empty={<strong>There are no active keys.</strong>}
                />
              )}
            </QueryBoundary>
          </Panel>
        )}
      </QueryBoundary>
      <QueryBoundary query={tiers} doing="Loading the tiers">
        {(data) => <TierSettings tiers={data.tiers} />}
      </QueryBoundary>
      <Panel title="Responses when a limit is exceeded" padded>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          {REFUSALS.map(({ title, response, meaning }) => (
            <section key={title}>
              <Box component="h3" fz="md">
                {title}
              </Box>
              <Text component="pre" ff="monospace" fz="xs" my={6} p="sm" bg="var(--raised)" style={PRE}>
                {response}
              </Text>
              <Dimmed>{meaning}</Dimmed>
            </section>
          ))}
        </SimpleGrid>
      </Panel>
    </>
  );
}

const PRE = { borderRadius: 4, whiteSpace: 'pre-wrap' } as const;

const TOO_MANY = `HTTP/1.1 429 Too Many Requests
Retry-After: 12
RateLimit-Policy: "requests"; q=60; w=60
RateLimit: "requests"; r=0; t=12

{"error": {"code": "rate_limit",
  "message": "More than 60 requests in 60 s for …",
  "request_id": "rq_…", "details": []}}`;

const USED_UP = `HTTP/1.1 402 Payment Required

{"error": {"code": "quota_exceeded",
  "message": "The account … has used up its quota …",
  "request_id": "rq_…", "details": []}}`;

/** The responses that a client gets, verbatim as far as they are constant. */
const REFUSALS = [
  {
    title: 'Too many requests: 429',
    response: TOO_MANY,
    meaning: 'The request was not processed. The client may retry after the number of seconds in Retry-After.',
  },
  {
    title: 'Quota exceeded: 402',
    response: USED_UP,
    meaning: 'Dry runs and reads still work. The quota renews with the next month of virtual time.',
  },
];

type KeyUse = Limits['keys'][number];

/** The number of current requests of each key, compared with its applicable limit. */
function usedColumns(keys: readonly KeyView[], accounts: readonly AccountView[]): Column<KeyUse>[] {
  const keyOf = (row: KeyUse) => keys.find(({ key_id: id }) => id === row.key_id);
  return [
    { id: 'name', header: 'Key', overflow: 'clip', accessor: (row) => keyOf(row)?.name ?? row.key_id },
    {
      id: 'account',
      header: 'Account',
      accessor: (row) => keyOf(row)?.account_id ?? '',
      cell: (row) => <Code>{keyOf(row)?.account_id ?? ''}</Code>,
    },
    { id: 'used', header: 'Requests in the last 60 s', align: 'right', accessor: (row) => row.used, cell: formatUse },
    valueColumn('limit', 'Limit', (row) => row.limit, formatLimit, { align: 'right' }),
    {
      id: 'source',
      header: 'Limit set by',
      accessor: (row) => limitOwner(keyOf(row), accounts),
    },
  ];
}

function formatUse({ used, limit }: KeyUse) {
  if (used === null) return <Dimmed>not counted</Dimmed>;
  if (typeof limit !== 'number' || used < limit) return formatCount(used);
  return <Toned tone="fail">■ {formatCount(used)}: the next request gets a 429</Toned>;
}

/** The monthly allowance of each tier, and the button to change it. */
function TierSettings({ tiers }: { readonly tiers: readonly TierView[] }) {
  const { open, of, show, close } = useAddressDialogs(['tier']);
  const changing = open === null ? undefined : tiers.find(({ tier }) => tier === of);
  return (
    <Panel title="Rebalances per month" side="accepted one-step rebalances and plans for approval, excluding dry runs">
      {tiers.map((tier) => (
        <Setting
          key={tier.tier}
          label={`Tier ${tier.tier}`}
          says={`${plural(tier.accounts, 'account has', 'accounts have')} it.`}
        >
          <strong>{formatLimit(tier.monthly_limit)}</strong>
          <Button variant="default" aria-label={`Change the tier ${tier.tier}`} onClick={() => show('tier', tier.tier)}>
            Change…
          </Button>
        </Setting>
      ))}
      {changing !== undefined && <TierDialog {...changing} onClose={close} />}
    </Panel>
  );
}

const { TextField } = fieldsOf<{ monthly_limit: string }>();

/** Changes the monthly allowance of a tier. Accounts with their own limit are not affected. */
function TierDialog({ tier, monthly_limit: before, onClose }: TierView & { readonly onClose: () => void }) {
  const form = useServerForm({
    initial: { monthly_limit: textOf(before) },
    send: ({ monthly_limit: limit }) => changeTier(tier, { monthly_limit: limitOf(limit, 'unlimited') }),
    done: (changed) => `The tier ${tier} allows ${formatLimit(changed.monthly_limit)} rebalances per month.`,
    after: onClose,
    undo: () => ({
      doing: `Changing the tier ${tier} back`,
      run: () => changeTier(tier, { monthly_limit: before }),
      undone: `The tier ${tier} allows ${formatLimit(before)} rebalances per month again.`,
    }),
  });
  return (
    <FormDialog
      form={form}
      title={`Change the tier ${tier}`}
      size={420}
      submitLabel="Save changes"
      outcome="Applies from the next request."
      onClose={onClose}
    >
      <TextField
        name="monthly_limit"
        label="Rebalances per month"
        whyNot={limitFault(MONTHLY_LIMIT)}
        description="A number or “unlimited”."
        data-autofocus
      />
    </FormDialog>
  );
}
