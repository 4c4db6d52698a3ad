/** The target, effect and time of a move: the fields of "Move a price…". */

import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { EVENT_AMOUNT_BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useInstruments } from '../../../api/market-api.ts';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { CurrencyChoice, TRADING_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import type { ServerFormOf } from '../../../components/forms/use-server-form.ts';
import { instantText } from '../../../components/forms/virtual-instant.ts';
import {
  EVENT_KINDS,
  isJump,
  isOfCurrency,
  type MarketEventDraft,
  type MarketEventKind,
  wirePerUnitOf,
} from '../../../components/market/format-market-event.ts';
import { describePreset, MARKET_PRESETS } from '../../../components/market/market-presets.ts';

const DAY_MS = 86_400_000;

/** A market event, or a preset of several. */
export interface MoveDraft extends MarketEventDraft {
  /** Empty: one event. */
  readonly preset: string;
}

type Subject = 'instrument' | 'many' | 'currency' | 'preset';
type Form = Pick<ServerFormOf<MoveDraft, unknown>, 'values' | 'set'>;

const { Field, InstantField, NumberField, SwitchField } = fieldsOf<MoveDraft>();
const OF_INSTRUMENTS = ['jump', 'trend', 'volatility', 'volume'] as const;
const OF_CURRENCY = ['fx_jump', 'fx_trend', 'fx_volatility'] as const;
const SUBJECTS = [
  { value: 'instrument', label: 'An instrument', meaning: 'All of its listings move.' },
  { value: 'many', label: 'Many', meaning: 'Every instrument moves, or all of a sector or of a trading currency.' },
  { value: 'currency', label: 'A currency', meaning: 'Its rate against EUR moves, and so does every price in it.' },
  { value: 'preset', label: 'A preset', meaning: 'Several market events together.' },
] as const;
const COVERED = [
  { value: 'all', label: 'All', meaning: 'Every instrument of this world, except pinned ones.' },
  {
    value: 'sector',
    label: 'A sector',
    meaning: 'All instruments of one sector, except pinned ones.',
  },
  {
    value: 'currency',
    label: 'A trading currency',
    meaning: 'All instruments priced in it, except pinned ones.',
  },
] as const;

export function subjectOfMove({ preset, kind, covered }: MoveDraft): Subject {
  if (preset !== '') return 'preset';
  if (isOfCurrency(kind)) return 'currency';
  return covered === 'one' ? 'instrument' : 'many';
}

export function MoveFields({ values, set }: Form) {
  const now = useClock().data?.now;
  const subject = subjectOfMove(values);
  const chooseKind = (kind: MarketEventKind) => {
    // A lasting event needs an end, and a day is a reasonable default; a jump is permanent by default.
    const until = isJump(kind) || now === undefined ? '' : instantText(Date.parse(now) + DAY_MS);
    set({ kind, amount: EVENT_KINDS[kind].initial, until });
  };
  const chooseSubject = (chosen: Subject) => {
    chooseKind(chosen === 'currency' ? 'fx_jump' : 'jump');
    set({
      covered: chosen === 'many' ? 'all' : 'one',
      preset: chosen === 'preset' ? (MARKET_PRESETS[0]?.id ?? '') : '',
    });
  };
  return (
    <>
      <ChoiceField<Subject> label="What moves" choices={SUBJECTS} value={subject} onChange={chooseSubject} />
      {subject === 'preset' ? (
        <PresetField values={values} set={set} />
      ) : (
        <EventFields subject={subject} values={values} set={set} onKind={chooseKind} />
      )}
    </>
  );
}

function PresetField({ values, set }: Form) {
  const chosen = MARKET_PRESETS.find(({ id }) => id === values.preset);
  return (
    <NativeSelect
      label="Preset"
      description={chosen && describePreset(chosen)}
      data={MARKET_PRESETS.map(({ id, label }) => ({ value: id, label }))}
      value={values.preset}
      onChange={({ currentTarget: { value } }) => set({ preset: value })}
    />
  );
}

interface EventFieldsProps extends Form {
  readonly subject: Exclude<Subject, 'preset'>;
  readonly onKind: (kind: MarketEventKind) => void;
}

function EventFields({ subject, values, set, onKind }: EventFieldsProps) {
  const { kind } = values;
  const kinds: readonly MarketEventKind[] = subject === 'currency' ? OF_CURRENCY : OF_INSTRUMENTS;
  const { amountLabel, bounds } = EVENT_KINDS[kind];
  return (
    <>
      {subject === 'many' && <CoveredFields values={values} set={set} />}
      <ChoiceField<MarketEventKind>
        label="What happens"
        choices={kinds.map((each) => ({ value: each, ...EVENT_KINDS[each] }))}
        value={kind}
        onChange={onKind}
      />
      {subject === 'instrument' && (
        <Field name="isin">{(input) => <InstrumentSelect label="Instrument" {...input} />}</Field>
      )}
      {subject === 'currency' && <Field name="currency">{(input) => <CurrencyChoice {...input} />}</Field>}
      <NumberField
        name="amount"
        required
        pointer={['/size', '/rate_per_day', '/factor']}
        label={amountLabel}
        description={bounds}
        {...fieldBounds(EVENT_AMOUNT_BOUNDS[kind], { wirePerUnit: wirePerUnitOf(kind) })}
      />
      {subject === 'many' && (kind === 'jump' || kind === 'trend') && (
        <SwitchField
          name="byBeta"
          pointer="/by_beta"
          label="By market beta"
          description="Each instrument moves by this change times its beta. With a beta of 1.2, it moves a fifth more than the market."
        />
      )}
    </>
  );
}

function CoveredFields({ values, set }: Form) {
  const { data } = useInstruments();
  const sectors = useMemo(
    () => distinct(data?.instruments.filter(({ test }) => test !== true).map(({ sector }) => sector)),
    [data],
  );
  const currencies = useMemo(() => distinct(data?.instruments.map(({ currency }) => currency)), [data]);
  const { covered } = values;
  return (
    <>
      <ChoiceField
        label="Which instruments"
        choices={COVERED}
        value={covered === 'one' ? 'all' : covered}
        onChange={(chosen) =>
          set({ covered: chosen, sector: values.sector === '' ? (sectors[0] ?? '') : values.sector })
        }
      />
      {covered === 'sector' && (
        <Field name="sector" pointer="/instruments/sector">
          {({ onChange, ...input }) => (
            <NativeSelect
              label="Sector"
              data={sectors}
              {...input}
              onChange={({ currentTarget: { value } }) => onChange(value)}
            />
          )}
        </Field>
      )}
      {covered === 'currency' && (
        <Field name="tradedIn" pointer="/instruments/currency">
          {({ onChange, ...input }) => (
            <NativeSelect
              label="Trading currency"
              data={currencies}
              {...input}
              onChange={({ currentTarget: { value } }) => isOneOf(TRADING_CURRENCIES, value) && onChange(value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function distinct(names: readonly string[] = []): string[] {
  return [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en'));
}

export function WhenFields({ values }: Pick<Form, 'values'>) {
  const isPreset = values.preset !== '';
  const happensOnce = !isPreset && isJump(values.kind);
  return (
    <>
      <InstantField
        name="from"
        isFuture
        pointer={['/at', '/from']}
        label={`${happensOnce ? 'Takes effect' : 'Begins'} (virtual UTC)`}
        description="Empty: now."
        placeholder="now"
      />
      {!isPreset && (
        <InstantField
          name="until"
          withFields={['from']}
          isFuture
          label={`${happensOnce ? 'Is reversed' : 'Ends'} (virtual UTC)`}
          description={
            happensOnce ? 'For example 2026-03-09 17:00. Empty: it is permanent.' : 'For example 2026-03-09 17:00.'
          }
          placeholder={happensOnce ? 'never' : undefined}
        />
      )}
    </>
  );
}
