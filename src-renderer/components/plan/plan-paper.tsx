/**
 * A plan on paper, in place of the screen that shows it: the proposal, the reason, its cost, and the weights before and
 * after.
 */
import { useMemo } from 'react';
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import type { DriftTrigger } from '../charts/drift-band.ts';
import { DriftBars } from '../charts/drift-bars.tsx';
import { ConstraintNotice } from '../constraints/constraint-badges.tsx';
import { isOfNoConstraint } from '../constraints/constraint-labels.ts';
import { formatMoney, plural, quantityFormatter } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import { shortReason } from '../format/short-reason.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import { Fact, Facts } from '../layout/facts.tsx';
import { Page, PageHeader } from '../layout/page.tsx';
import { Panel } from '../layout/panel.tsx';
import {
  type InstrumentsByIsin,
  ORDER_EXCHANGE_COLUMN,
  ORDER_WEIGHT_COLUMNS,
  orderCostColumn,
  orderTaxColumns,
  orderValueColumn,
  symbolOf,
} from '../orders/order-columns.tsx';
import { PlanSummary } from '../orders/plan-summary.tsx';
import { SideBadge } from '../orders/side-badge.tsx';
import { PaperFacts, PaperSource, PaperTitle } from '../paper/paper-head.tsx';
import { TaxRulesFact } from '../paper/tax-rules.tsx';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import { TaxCoverNotice } from '../portfolios/tax-cover-notice.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { type Column, fieldColumn, numberColumn } from '../tables/table-column.ts';
import { MethodNotice } from './method-notice.tsx';
import { PlanCosts } from './plan-costs.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { plannedDriftRows } from './planned-drift.ts';
import { SkippedRows } from './skipped-rows.tsx';
import { StaysOutsideNotice } from './stays-outside.tsx';
import { WarningNotices } from './warning-notices.tsx';

/** Renders nothing on screen. */
export function PlanPaper({ view }: { readonly view: RebalanceView }) {
  return useIsPrinted() && <Proposal view={view} />;
}

function Proposal({ view }: { readonly view: RebalanceView }) {
  const { rebalance: plan, explanation, portfolio_currency: currency } = view;
  const instruments = useInstrumentsByIsin();
  const trigger = triggerOfPlan(view);
  const rows = plannedDriftRows(view, instruments).map((row) => ({ ...row, label: row.name }));
  return (
    <article data-paper-page aria-label="Rebalancing proposal">
      <Page>
        <PageHeader>
          <PaperTitle>
            {plan.status === 'cancelled' ? 'Rebalancing proposal, cancelled' : 'Rebalancing proposal'}
          </PaperTitle>
          <h1>{view.portfolio_label}</h1>
          <PaperFacts asOf={plan.created_at} />
        </PageHeader>
        <Facts framed aria-label="The portfolio">
          <Fact label={`Portfolio value ${currency}`}>{formatMoney(plan.drift_before.total_value)}</Fact>
          <Fact label="Base currency">{currency}</Fact>
          <Fact label="Date">{formatInstant(plan.created_at).slice(0, 10)}</Fact>
          <TaxRulesFact portfolioId={plan.portfolio_id} />
        </Facts>
        <PlanFacts view={view} />
        <PlanSummary {...{ explanation, tax: plan.tax_estimate, currency, portfolioId: view.rebalance.portfolio_id }} />
        <MethodNotice view={view} />
        <StaysOutsideNotice view={view} />
        <TaxCoverNotice view={view} />
        <ConstraintNotice effect={explanation?.constraints} orders={plan.orders} currency={currency} />
        <WarningNotices warnings={plan.warnings.filter(isOfNoConstraint)} />
        <ProposedOrders view={view} instruments={instruments} />
        <SkippedRows explanation={explanation} isOpen />
        <Panel title="Weights before and after">
          <DriftBars rows={rows} trigger={trigger} />
        </Panel>
        <PlanCosts view={view} />
        <PaperSource id={plan.rebalance_id} />
      </Page>
    </article>
  );
}

interface ProposedOrdersProps {
  readonly view: RebalanceView;
  readonly instruments: InstrumentsByIsin;
}

function ProposedOrders({ view, instruments }: ProposedOrdersProps) {
  const { orders } = view.rebalance;
  const columns = useMemo(() => proposalColumns(view, instruments), [view, instruments]);
  return (
    <Panel title={plural(orders.length, 'order')}>
      <DataTable
        label="Orders of the proposal"
        columns={columns}
        rows={orders}
        rowKey={(order) => order.order_id}
        empty={<strong>No orders.</strong>}
      />
    </Panel>
  );
}

function proposalColumns(
  { rebalance: { orders }, sale_taxes: taxes, portfolio_currency: currency }: RebalanceView,
  instruments: InstrumentsByIsin,
): Column<OrderWire>[] {
  const quantity = quantityFormatter(orders.map((order) => order.quantity));
  return [
    { id: 'sequence', header: '#', align: 'right', accessor: (order) => order.sequence },
    fieldColumn('side', 'Side', (side) => <SideBadge side={side} />),
    {
      id: 'instrument',
      header: 'Instrument',
      overflow: 'wrap',
      cell: ({ isin }) => (
        <>
          <strong>{instruments.get(isin)?.name ?? isin}</strong>{' '}
          <Dimmed>
            {symbolOf(isin, instruments)}, {isin}
          </Dimmed>
        </>
      ),
    },
    ORDER_EXCHANGE_COLUMN,
    numberColumn('quantity', 'Quantity', (order) => order.quantity, quantity),
    orderValueColumn(currency),
    ...ORDER_WEIGHT_COLUMNS,
    orderCostColumn(currency),
    ...orderTaxColumns(taxes, currency),
    { id: 'reason', header: 'Reason', cell: shortReason },
  ];
}

/** The band with which the plan was compared; for a plan made before it was stored, the service's default. */
function triggerOfPlan({ explanation }: RebalanceView): DriftTrigger {
  const breach = explanation?.breach;
  if (!breach) return { type: 'absolute', threshold: 0.05, trigger: 'any_position', fxOverlay: false };
  return {
    type: breach.band_type,
    threshold: breach.threshold,
    trigger: breach.trigger,
    fxOverlay: breach.fx_overlay,
  };
}
