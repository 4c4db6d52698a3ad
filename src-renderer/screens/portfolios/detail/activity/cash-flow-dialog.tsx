/** Books a deposit, a withdrawal, a fee or interest: now, later, or repeatedly (decision O1). */

import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { BOUNDS } from '../../../../../src-server/contract/fields/number-bounds.ts';
import {
  type CashFlow,
  type CreateCashFlow,
  createCashFlow,
  endCashFlow,
  type Policy,
  usePolicy,
} from '../../../../api/activity-api.ts';
import { useExampleInstant } from '../../../../api/clock-api.ts';
import { useGains } from '../../../../api/portfolios-api.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { formatMoney } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { ChoiceField } from '../../../../components/forms/choice-field.tsx';
import { fieldsOf } from '../../../../components/forms/fields.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { fieldBounds, type NumberText, numberOf } from '../../../../components/forms/number-text.ts';
import { useServerForm } from '../../../../components/forms/use-server-form.ts';
import { toInstant } from '../../../../components/forms/virtual-instant.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../../components/layout/link-button.tsx';
import { taxInCash } from '../../../../components/orders/gains-tax-limits.ts';
import { investsDeposits } from '../../../../components/policies/describe-policy.ts';
import { paths } from '../../../../paths.ts';
import { CASH_FLOW_NAMES, EVERY_NAMES } from './activity-labels.ts';

interface CashFlowDialogProps {
  readonly portfolio: PortfolioView;
  readonly onClose: () => void;
}

const { Field, InstantField, NumberField, SelectField } = fieldsOf<CashFlowDraft>();

const KINDS: readonly { value: CashFlowDraft['kind']; label: string; meaning: string }[] = [
  { value: 'deposit', label: 'Deposit', meaning: 'Adds to the cash. Does not count as performance.' },
  { value: 'withdrawal', label: 'Withdrawal', meaning: 'Reduces the cash. Does not count as performance.' },
  { value: 'fee', label: 'Fee', meaning: 'Reduces the cash. Counts as a cost of the portfolio.' },
  { value: 'interest', label: 'Interest', meaning: 'Adds to the cash. Counts as income of the portfolio.' },
];

const TIMES: readonly { value: CashFlowTime; label: string; meaning: string }[] = [
  { value: 'now', label: 'now', meaning: 'Booked at once.' },
  { value: 'later', label: 'later', meaning: 'Booked once, at the virtual time you enter.' },
  {
    value: 'repeated',
    label: 'regularly',
    meaning: 'A savings plan, or a regular withdrawal or fee: on the same day each time, or the next business day.',
  },
];

/** The bounds of a request (decisions D3, D7). */
const AMOUNT = { ...fieldBounds(BOUNDS.positiveMoney, { decimals: 2 }), grouped: true };

export function CashFlowDialog({ portfolio, onClose }: CashFlowDialogProps) {
  const { portfolio_id: id, currency } = portfolio;
  const form = useServerForm({
    initial: NEW_CASH_FLOW,
    send: (draft) => createCashFlow(id, cashFlowBody(draft)),
    done: (flow) => whatWasDone(flow),
    after: onClose,
    undo: (flow) => undoOf(id, flow),
    whyFinal,
  });
  const { kind, amount, time } = form.values;
  const example = useExampleInstant();
  const gains = useGains(id, '').data;
  const { withdrawable } = portfolio.cash_row;
  const isTooMuch = kind === 'withdrawal' && time === 'now' && typeof amount === 'number' && amount > withdrawable;
  return (
    <FormDialog
      form={form}
      title="Book a cash flow"
      size={520}
      submitLabel={time === 'now' ? 'Book cash flow' : 'Schedule cash flow'}
      outcome={`${whatIsThere(portfolio, kind)}${isIncrease(kind) || gains === undefined ? '' : taxInCash(gains)}`}
      canSend={typeof amount === 'number'}
      onClose={onClose}
    >
      <Field name="kind">{(input) => <ChoiceField label="Kind" choices={KINDS} {...input} />}</Field>
      <NumberField name="amount" required data-autofocus label={`Amount (${currency})`} unit={currency} {...AMOUNT} />
      {isTooMuch && <RaiseCashNotice portfolioId={id} />}
      <Field name="time" pointer={[]}>
        {(input) => <ChoiceField label="When" choices={TIMES} {...input} />}
      </Field>
      {time !== 'now' && (
        <InstantField
          name="at"
          isFuture
          label={time === 'later' ? 'At (virtual UTC)' : 'First booking (virtual UTC)'}
          {...(time === 'later' ? { description: `For example ${example}.` } : { placeholder: 'now' })}
        />
      )}
      {time === 'repeated' && (
        <>
          <SelectField
            name="every"
            label="Every"
            data={Object.entries(EVERY_NAMES).map(([value, label]) => ({ value, label }))}
          />
          <InstantField name="until" withFields={['at']} isFuture label="Until (virtual UTC)" placeholder="no end" />
        </>
      )}
      {isIncrease(kind) && (portfolio.has_policy ? <PolicyNote id={id} /> : <Dimmed>{STAYS_IN_CASH}</Dimmed>)}
    </FormDialog>
  );
}

const STAYS_IN_CASH =
  'It stays in cash at first: cash has no band of its own, so it starts no rebalance. A policy with the condition “after a cash flow” invests it.';

function PolicyNote({ id }: { readonly id: string }) {
  const policy = usePolicy(id).data;
  if (policy === undefined) return null;
  return <Dimmed>{investsDeposits(policy) ? howInvested(policy) : STAYS_IN_CASH}</Dimmed>;
}

/** Without an approval it is invested at once; a policy of either kind leaves small drifts alone. */
function howInvested({ execute }: Policy): string {
  const done = execute
    ? 'The policy of the portfolio invests it'
    : 'The policy of the portfolio plans how to invest it';
  return `${done} if a position is then outside the policy’s band. Cash has no band of its own.`;
}

/** The way to a withdrawal that exceeds the cash. */
function RaiseCashNotice({ portfolioId }: { readonly portfolioId: string }) {
  return (
    <Notice tone="warn" side={<LinkButton to={paths.editPortfolio(portfolioId)}>Edit the targets</LinkButton>}>
      This is more than the available cash. Lower a target weight, which raises the cash target, rebalance, and then
      withdraw.
    </Notice>
  );
}

const isIncrease = (kind: CashFlowDraft['kind']) => kind === 'deposit' || kind === 'interest';

/** The figure beyond which a withdrawal or a fee is refused, shown in advance. */
function whatIsThere(
  { currency, cash, cash_row: { withdrawable } }: PortfolioView,
  kind: CashFlowDraft['kind'],
): string {
  if (isIncrease(kind)) return `The cash is ${formatMoney(cash)} ${currency} now.`;
  const most = `At most ${formatMoney(withdrawable)} ${currency} can be ${kind === 'fee' ? 'charged' : 'withdrawn'} now.`;
  if (withdrawable >= cash) return most;
  return `${most} The rest of ${formatMoney(cash)} ${currency} is reserved for open orders or has not settled.`;
}

function whatWasDone({ kind, amount, currency, booked, next_at: next }: CashFlow): string {
  const what = `${CASH_FLOW_NAMES[kind]} of ${formatMoney(amount)} ${currency}`;
  if (next === null) return `${what} booked.`;
  return `${what} ${booked > 0 ? 'booked; the next' : 'scheduled; the first'} is at ${formatInstant(next)} UTC.`;
}

/** Undo's message afterwards. */
function whyFinal({ kind, booked }: CashFlow): string | null {
  if (booked === 0) return null;
  const opposite = { deposit: 'a withdrawal', withdrawal: 'a deposit', fee: 'interest', interest: 'a fee' }[kind];
  return `A booked cash flow cannot be undone. Book ${opposite} of the same amount instead.`;
}

/** A cash flow that is not booked yet can be ended; booked ones stay. */
function undoOf(id: string, { cash_flow_id: flow, booked }: CashFlow) {
  if (booked > 0) return null;
  return { doing: 'Ending the cash flow', run: () => endCashFlow(id, flow), undone: 'The cash flow was ended.' };
}

type CashFlowTime = 'now' | 'later' | 'repeated';

interface CashFlowDraft {
  readonly kind: CreateCashFlow['kind'];
  readonly amount: NumberText;
  readonly time: CashFlowTime;
  /** For a repeated one, empty: it begins now. */
  readonly at: string;
  readonly every: NonNullable<CreateCashFlow['every']>;
  /** Empty: without end. */
  readonly until: string;
}

const NEW_CASH_FLOW: CashFlowDraft = {
  kind: 'deposit',
  amount: '',
  time: 'now',
  at: '',
  every: 'month',
  until: '',
};

function cashFlowBody({ kind, amount, time, at, every, until }: CashFlowDraft): CreateCashFlow {
  const hasAt = time === 'later' || (time === 'repeated' && at.trim() !== '');
  return {
    kind,
    amount: numberOf(amount),
    ...(hasAt ? { at: toInstant(at) } : {}),
    ...(time === 'repeated' ? { every } : {}),
    ...(time === 'repeated' && until.trim() !== '' ? { until: toInstant(until) } : {}),
  };
}
