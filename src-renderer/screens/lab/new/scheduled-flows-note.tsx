/**
 * The portfolio's scheduled cash flows in the world, which a lab run includes only if its own cash flow is the same.
 */
import { Button, Text } from '@mantine/core';
import { type CashFlow, useCashFlows } from '../../../api/activity-api.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import type { LabDraft } from './lab-draft.ts';

interface ScheduledFlowsNoteProps {
  readonly portfolioId: string;
  readonly label: string;
  readonly draft: LabDraft;
  readonly onCount: (part: Partial<LabDraft>) => void;
}

/** Nothing if none is scheduled. */
export function ScheduledFlowsNote({ portfolioId, label, draft, onCount }: ScheduledFlowsNoteProps) {
  const flows = useCashFlows(portfolioId).data?.cash_flows ?? [];
  const scheduled = flows.filter(({ status }) => status === 'scheduled');
  return scheduled.map((flow) => {
    const own = recurringFlow(flow);
    const isCounted =
      own !== null && draft.hasFlow && draft.flowAmount === own.flowAmount && draft.flowEvery === own.flowEvery;
    return (
      <Text key={flow.cash_flow_id} size="sm">
        {label} has a scheduled {flow.kind} of {formatMoney(flow.amount)}
        {'\u00a0'}
        {flow.currency} {flow.every === null ? 'once' : `every ${flow.every}`}.{' '}
        {isCounted ? 'The recurring cash flow above includes it.' : 'The lab ignores it.'}{' '}
        {own !== null && !isCounted && (
          <Button size="compact-xs" variant="default" onClick={() => onCount(own)}>
            Include it
          </Button>
        )}
      </Text>
    );
  });
}

/** As the form's draft; null for one that a lab run cannot have. */
function recurringFlow({
  kind,
  amount,
  every,
}: CashFlow): Pick<LabDraft, 'hasFlow' | 'flowAmount' | 'flowEvery'> | null {
  if (every === null || every === 'week') return null;
  const isPaidIn = kind === 'deposit' || kind === 'interest';
  return { hasFlow: true, flowAmount: isPaidIn ? amount : -amount, flowEvery: every };
}
