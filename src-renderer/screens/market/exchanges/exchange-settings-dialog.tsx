/** The settings of one exchange. Only what was changed is sent, and it counts from now on. */
import { useState } from 'react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { changeExchange } from '../../../api/market-calls.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { type ExchangeDraft, exchangeChange, exchangeDraft, LEGS } from './exchange-draft.ts';
import { CommissionFields, TradingFields } from './exchange-settings-fields.tsx';
import { LatencyFields } from './latency-fields.tsx';

interface ExchangeSettingsDialogProps {
  readonly exchange: ExchangeView;
  readonly onClose: () => void;
}

const FIELDS = [
  ...['/commission/bps', '/commission/minimum', '/commission/cap', '/acknowledge_within_ms', '/participation'],
  ...['/slice_interval_ms', '/lot_size', '/day_end', ...LEGS.map((leg) => `/latency_ms/${leg}`)],
];

export function ExchangeSettingsDialog({ exchange, onClose }: ExchangeSettingsDialogProps) {
  const { mic, currency } = exchange;
  // The settings as they were when the form was opened: a change by somebody else meanwhile is not undone by saving.
  const [settings] = useState(exchange.settings);
  const [draft, setDraft] = useState(() => exchangeDraft(settings));
  const form = useFormAction({
    run: (body) => changeExchange(mic, body),
    done: () => `Settings of ${mic} changed.`,
    undo: (changed) => ({
      doing: `Changing the settings of ${mic} back`,
      run: () => changeExchange(mic, exchangeChange(changed.settings, exchangeDraft(settings))),
      undone: `The settings of ${mic} are as they were. Orders in between met the others.`,
    }),
    after: onClose,
    fields: FIELDS,
  });
  const change = exchangeChange(settings, draft);
  const count = Object.keys(change).length;
  const parts = { draft, errors: form.errors, set: (part: Partial<ExchangeDraft>) => setDraft({ ...draft, ...part }) };
  return (
    <FormDialog
      title={`Settings of ${mic}, ${exchange.name}`}
      size={720}
      submitLabel="Save changes"
      outcome={count === 0 ? 'Nothing has been changed yet.' : `Changes: ${Object.keys(change).map(words).join(', ')}.`}
      isPending={form.isPending}
      canSend={count > 0}
      problems={form.errors.elsewhere}
      onSubmit={() => form.send(change)}
      onClose={onClose}
    >
      <CommissionFields {...parts} currency={currency} />
      <LatencyFields {...parts} />
      <TradingFields {...parts} />
    </FormDialog>
  );
}

function words(field: string): string {
  return field.replaceAll('_', ' ').replace(/ ms$/, '');
}
