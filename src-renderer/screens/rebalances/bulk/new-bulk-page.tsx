/** Plans many portfolios at once: the selected ones, or all outside the band; below, earlier bulk rebalances. */

import { Group, Stack } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { type BulkRebalance, createBulkRebalance, useBulkRebalances } from '../../../api/rebalances-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed, DimmedLink } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { STATUS_COLUMN } from '../../../components/orders/status-badge.tsx';
import { BAND_CHOICES, TRIGGER_CHOICES, thresholdBase } from '../../../components/plan/plan-parameters.ts';
import { GoalFields } from '../../../components/policies/policy-fields.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, fieldColumn, numberColumn, VIRTUAL_UTC } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import classes from './bulk.module.css';
import { type BulkDraft, bulkBody, NEW_BULK, selectedIn, settingPointer } from './bulk-draft.ts';

const { Field, NumberField, SwitchField } = fieldsOf<BulkDraft>();

export function NewBulkPage() {
  const query = useBulkRebalances();
  return (
    <Page isNarrow>
      <title>Rebalance many portfolios · Ballast</title>
      <PageHeader>
        <h1>Rebalance many portfolios</h1>
      </PageHeader>
      <Settings />
      <QueryBoundary query={query} doing="Loading the bulk rebalances">
        {({ bulk_rebalances: bulks }) => <FormerBulks bulks={bulks} />}
      </QueryBoundary>
    </Page>
  );
}

function Settings() {
  const selected = selectedIn(useLocation());
  if (selected !== 'lost') return <SettingsPanel portfolioIds={selected} />;
  return (
    <Notice tone="warn" side={<AllInstead />}>
      <strong>The address no longer says which portfolios were selected.</strong> Select them again in{' '}
      <DimmedLink to={paths.portfolios}>Portfolios</DimmedLink>.
    </Notice>
  );
}

/** `null`: all portfolios outside the band. */
function SettingsPanel({ portfolioIds }: { readonly portfolioIds: readonly string[] | null }) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: NEW_BULK,
    send: (draft) => createBulkRebalance(bulkBody(draft, portfolioIds)),
    after: ({ bulk_id: id }) => navigate(paths.bulkRebalance(id)),
  });
  const which = portfolioIds === null ? 'All outside the band' : plural(portfolioIds.length, 'selected portfolio');
  return (
    <Panel title={which} padded side={portfolioIds !== null && <AllInstead />}>
      <ServerForm form={form} label="Settings of the plans" className={classes.form}>
        <Stack gap="md">
          <Dimmed>
            Each portfolio is planned separately, through its own account. A plan trades nothing until you execute it.
            For portfolios whose plans you approve, making a plan uses one rebalance of the account’s quota.
          </Dimmed>
          {!form.values.is525 && <BandFields draft={form.values} />}
          <GoalFields />
          <NumberField
            name="costBudget"
            pointer={settingPointer('cost_budget')}
            label="Cost budget (bps of the portfolio value)"
            unit="bps"
            description="If empty, there is no budget."
            placeholder="no budget"
            {...fieldBounds(BOUNDS.costBudgetBps, { decimals: 2 })}
            maw={260}
          />
          {form.values.to === 'target' && (
            <SwitchField
              name="fxOverlay"
              pointer={settingPointer('fx_overlay')}
              label="Ignore currency moves"
              description="On: drift caused by exchange rates does not start a rebalance where you approve each plan."
            />
          )}
          <Dimmed>
            Portfolios that are rebalanced in one step always count currency moves. They are refused if you change band
            type, trigger, cost budget or “Ignore currency moves”.
          </Dimmed>
          <Group>
            <SubmitButton form={form}>
              {portfolioIds === null ? 'Plan all outside the band' : `Plan ${plural(portfolioIds.length, 'portfolio')}`}
            </SubmitButton>
          </Group>
        </Stack>
      </ServerForm>
    </Panel>
  );
}

function BandFields({ draft }: { readonly draft: BulkDraft }) {
  return (
    <>
      <NumberField
        name="thresholdPercent"
        required
        pointer={settingPointer('drift_threshold')}
        label="Drift threshold (%)"
        unit="%"
        description={`Half-width of the band in per cent of ${thresholdBase(draft)}, 1 to 20. Portfolios inside the band are not traded.`}
        {...fieldBounds(BOUNDS.driftThreshold, { ...PERCENT_FIELD, decimals: 2 })}
        maw={320}
      />
      <Field name="bandType" pointer={settingPointer('band_type')}>
        {(input) => <ChoiceField label="Band type" choices={BAND_CHOICES} {...input} />}
      </Field>
      <Field name="trigger" pointer={settingPointer('rebalance_trigger')}>
        {(input) => <ChoiceField label="Trigger" choices={TRIGGER_CHOICES} {...input} />}
      </Field>
    </>
  );
}

function AllInstead() {
  return (
    <LinkButton to={paths.newBulkRebalance} size="compact-sm">
      All outside the band instead
    </LinkButton>
  );
}

const FORMER_COLUMNS: readonly Column<BulkRebalance>[] = [
  fieldColumn(
    'created_at',
    'Planned',
    (createdAt, { bulk_id: id }) => <RowLink to={paths.bulkRebalance(id)}>{formatInstant(createdAt)}</RowLink>,
    VIRTUAL_UTC,
  ),
  STATUS_COLUMN as Column<BulkRebalance>,
  {
    id: 'filter',
    header: 'Portfolios chosen',
    accessor: ({ filter }) => (filter === null ? 'chosen by you' : 'outside the band'),
  },
  numberColumn('total', 'Portfolios', ({ portfolios }) => portfolios.total, formatCount),
  numberColumn('refused', 'Refused', ({ portfolios }) => portfolios.refused, formatCount),
  numberColumn('complete', 'Complete', ({ portfolios }) => portfolios.complete, formatCount),
  fieldColumn('ended_at', 'Ended', formatInstant, VIRTUAL_UTC),
];

function FormerBulks({ bulks }: { readonly bulks: readonly BulkRebalance[] }) {
  const navigate = useNavigate();
  return (
    <TablePanel
      title="Previous bulk rebalances"
      columns={FORMER_COLUMNS}
      rows={bulks}
      rowKey={({ bulk_id: id }) => id}
      onOpen={({ bulk_id: id }) => navigate(paths.bulkRebalance(id))}
      empty={
        <>
          <strong>No bulk rebalances yet.</strong>
          Bulk rebalances are listed here, newest first.
        </>
      }
    />
  );
}
