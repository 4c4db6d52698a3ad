/** The settings of one exchange. Only what was changed is sent, and it counts from now on. */
import { useState } from 'react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { changeExchange } from '../../../api/market-api.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { exchangeChange, exchangeDraft } from './exchange-draft.ts';
import { CommissionFields, LatencyFields, TradingFields } from './exchange-settings-fields.tsx';

interface ExchangeSettingsDialogProps {
  readonly exchange: ExchangeView;
  readonly onClose: () => void;
}

export function ExchangeSettingsDialog({ exchange, onClose }: ExchangeSettingsDialogProps) {
  const { mic, currency } = exchange;
  // The settings as they were when the form was opened: a change by somebody else meanwhile is not undone by saving.
  const [settings] = useState(exchange.settings);
  const form = useServerForm({
    initial: () => exchangeDraft(settings),
    send: (draft) => changeExchange(mic, exchangeChange(settings, draft)),
    done: () => `Settings of ${mic} changed.`,
    undo: (changed) => ({
      doing: `Changing the settings of ${mic} back`,
      run: () => changeExchange(mic, exchangeChange(changed.settings, exchangeDraft(settings))),
      undone: `The settings of ${mic} are as they were. Orders in between met the others.`,
    }),
    after: onClose,
  });
  const changes = Object.keys(exchangeChange(settings, form.values)).map(words);
  return (
    <FormDialog
      form={form}
      title={`Settings of ${mic}, ${exchange.name}`}
      size={720}
      submitLabel="Save changes"
      outcome={changes.length === 0 ? 'Nothing has been changed yet.' : `Changes: ${changes.join(', ')}.`}
      canSend={changes.length > 0}
      onClose={onClose}
    >
      <CommissionFields currency={currency} />
      <LatencyFields latency={form.values.latency} />
      <TradingFields />
    </FormDialog>
  );
}

function words(field: string): string {
  return field.replaceAll('_', ' ').replace(/ ms$/, '');
}
