/** Holdings and targets side by side at current prices, and below them the sums and the buttons of the form. */

import { Box, Button, Text } from '@mantine/core';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useRates } from '../../../api/market-api.ts';
import { DEFAULT_BAND, DEFAULT_BAND_TEXT, MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatMoney, formatPercent, signedPercent } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { StickyFooter } from '../../../components/forms/sticky-footer.tsx';
import { usesFields } from '../../../components/forms/unread-field.ts';
import type { AnyServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import factsClasses from '../../../components/layout/facts.module.css';
import { Fact } from '../../../components/layout/facts.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import type { ContentsDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { normalised, percentSum, SUM_TOLERANCE } from '../../../components/portfolios/target-weights.ts';
import { HoldingsEditor } from './holdings-editor.tsx';
import classes from './portfolio-editor.module.css';
import { TargetsEditor } from './targets-editor.tsx';
import { useListingPrices } from './use-listing-prices.ts';
import { type DraftValue, figureText, valueDraft } from './value-draft.ts';

interface ContentsEditorProps {
  readonly form: AnyServerForm & { readonly forget: () => void };
  readonly contents: ContentsDraft;
  readonly currency: string;
  readonly name: 'A' | 'B';
  /** The meaning of a portfolio without targets, in this form. */
  readonly noTargets: string;
  readonly submitLabel: string;
  /** Why the form cannot be submitted now, as a sentence; null if it can. */
  readonly whyNot: string | null;
  /** The address opened on closing, where the draft stays. */
  readonly closeTo: string;
  readonly onDiscard?: (() => void) | undefined;
  readonly onChange: (part: Partial<ContentsDraft>) => void;
}

export function ContentsEditor({ form, contents, currency, onChange, ...texts }: ContentsEditorProps) {
  const { prices, failed } = useListingPrices(contents.holdings);
  const rates = useRates();
  const perEur = new Map(rates.data?.rates.map((rate) => [rate.currency, rate.per_eur]));
  const value = valueDraft(contents, currency, prices, perEur);
  const unread = failed ?? (rates.data === undefined ? rates : undefined);
  const onRemove = (part: Partial<ContentsDraft>) => {
    onChange(part);
    form.forget();
  };
  const sum = percentSum(contents.targets);
  const isOver = sum - 100 > SUM_TOLERANCE;
  const { name, noTargets } = texts;
  const edited = { contents, currency, prices, value, form: name, noTargets, onChange, onRemove };
  return (
    <>
      {unread?.error && (
        <ErrorNotice error={unread.error} doing="Loading the prices" onRetry={() => void unread.refetch()} />
      )}
      <div className={classes.columns}>
        <HoldingsEditor {...edited} />
        <TargetsEditor {...edited} />
      </div>
      <StickyFooter>
        <DraftSummary value={value} currency={currency} none={contents.targets.length === 0 ? 'no targets' : '…'} />
        {isOver ? (
          <>
            <Toned tone="fail">! The targets sum to {formatPercent(sum / 100)}.</Toned>
            <Button variant="default" onClick={() => onChange({ targets: normalised(contents.targets) })}>
              Scale to 100 %
            </Button>
          </>
        ) : (
          texts.whyNot !== null && <Dimmed>{texts.whyNot}</Dimmed>
        )}
        {texts.onDiscard !== undefined && (
          <Button variant="subtle" onClick={texts.onDiscard}>
            Discard changes
          </Button>
        )}
        <LinkButton to={texts.closeTo}>Close</LinkButton>
        <Button
          {...usesFields}
          loading={form.isPending}
          disabled={isOver || texts.whyNot !== null}
          onClick={form.submit}
        >
          {texts.submitLabel}
        </Button>
      </StickyFooter>
    </>
  );
}

type DraftSummaryProps = Readonly<{ value: DraftValue; currency: string; none: string }>;

/** `none`: shown in place of a drift that cannot be measured. */
function DraftSummary({ value: { nav, cash, maxDrift, isComplete }, currency, none }: DraftSummaryProps) {
  return (
    <Box component="dl" className={factsClasses.facts} flex={1} p={0} aria-label="Totals">
      <Fact label="Net asset value">
        {isComplete ? figureText(nav, formatMoney) : '…'} <small>{currency}</small>
      </Fact>
      <Fact label="Cash">
        {figureText(cash, formatMoney)}{' '}
        <small>
          {currency}
          {nav > 0 && isComplete && ` · ${formatPercent(cash / nav)}`}
        </small>
      </Fact>
      <Fact label="Max drift" hint={MAX_DRIFT_HINT}>
        {maxDrift === null ? <small>{none}</small> : figureText(maxDrift, signedPercent)}{' '}
        {maxDrift !== null && !Number.isNaN(maxDrift) && (
          <Text component="small" fz="xs" c={Math.abs(maxDrift) > DEFAULT_BAND ? 'warn' : 'ok'}>
            {Math.abs(maxDrift) > DEFAULT_BAND ? '! outside' : 'inside'} {DEFAULT_BAND_TEXT}
          </Text>
        )}
      </Fact>
    </Box>
  );
}

const { NumberField } = fieldsOf<ContentsDraft>();

export function CashField({ currency }: { readonly currency: string }) {
  return (
    <NumberField
      name="cash"
      required
      label={`Cash (${currency})`}
      unit={currency}
      {...fieldBounds(BOUNDS.money, { decimals: 2 })}
      step={1000}
      grouped
    />
  );
}
