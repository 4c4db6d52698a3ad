/** Two policies compared path by path: their differences, and whether they are significant. */
import { Group, NativeSelect, Text } from '@mantine/core';
import { SignedFigure } from '../../../components/format/signed-figure.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, valueColumn } from '../../../components/tables/table-column.ts';
import classes from '../lab.module.css';
import { differenceOf, differenceSentence, type PairedFigures } from './difference-sentence.ts';
import { differenceUnit, differenceWriter, measureCalled, withUnit } from './measure-format.ts';
import type { ResultProps } from './result-props.ts';

export function DifferencesPanel({ result, choice }: ResultProps) {
  const { policies, differences, currency } = result;
  const [one, other] = choice.chosen;
  const pair = one && other ? differenceOf(differences, one.policy, other.policy) : null;
  return (
    <Panel title="On the same paths" side={<PairChoice {...{ policies, choice }} />}>
      {pair === null ? (
        <Text p="md" c="dimmed">
          Choose a second policy to compare both on the same paths.
        </Text>
      ) : (
        <>
          <Text p="md" aria-live="polite" className={classes.sentence}>
            {differenceSentence(pair, currency)}
          </Text>
          <DataTable
            label="Differences on the same paths"
            columns={columnsOf(currency)}
            rows={pair.measures}
            rowKey={({ name }) => name}
            empty="The policies have no completed path in common yet."
          />
        </>
      )}
    </Panel>
  );
}

const NOBODY = '';

function PairChoice({
  policies,
  choice,
}: {
  policies: ResultProps['result']['policies'];
  choice: ResultProps['choice'];
}) {
  const [one, other] = choice.chosen;
  const names = policies.map(({ policy }) => policy);
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label="Policy"
        className={classes.pairChoice}
        data={names}
        value={one?.policy ?? NOBODY}
        onChange={(event) => {
          const next = event.currentTarget.value;
          // Swaps the two rather than comparing a policy with itself.
          const rest = other?.policy === next ? one?.policy : other?.policy;
          choice.choose([next, ...(rest === undefined ? [] : [rest])]);
        }}
      />
      minus
      <NativeSelect
        aria-label="Policy to subtract"
        className={classes.pairChoice}
        data={[{ value: NOBODY, label: '–' }, ...names.filter((name) => name !== one?.policy)]}
        value={other?.policy ?? NOBODY}
        onChange={(event) => {
          const next = event.currentTarget.value;
          choice.choose([one?.policy ?? '', ...(next === NOBODY ? [] : [next])]);
        }}
      />
    </Group>
  );
}

function columnsOf(currency: string): readonly Column<PairedFigures>[] {
  return [
    valueColumn(
      'measure',
      'Measure',
      ({ name }) => measureCalled(name).title,
      (title, { name }) => <ExplainTooltip formula={measureCalled(name).meaning}>{title}</ExplainTooltip>,
      { copy: ({ name }) => measureCalled(name).title },
    ),
    valueColumn(
      'difference',
      'Difference',
      ({ mean }) => mean,
      (_, figures) => <Difference figures={figures} currency={currency} />,
      { align: 'right', copy: (figures) => differenceText(figures, currency) },
    ),
    valueColumn(
      'interval',
      '95 % interval',
      ({ ci_low: low }) => low,
      (_, figures) => intervalText(figures),
      {
        align: 'right',
      },
    ),
    valueColumn(
      'sure',
      'Significant at 95 %',
      ({ is_significant: isSignificant }) => Number(isSignificant),
      (isSignificant, figures) => (isTested(figures) ? isSignificant === 1 ? 'yes' : <Dimmed>no</Dimmed> : DASH),
      {
        hint: 'Whether the 95 % interval excludes 0; a dash if there is no interval',
        exact: (figures) => (isTested(figures) ? (figures.is_significant ? 'yes' : 'no') : null),
      },
    ),
  ];
}

interface DifferenceProps {
  readonly figures: PairedFigures;
  readonly currency: string;
}

/** In colour if it is significant and one direction of the measure is better. */
function Difference({ figures, currency }: DifferenceProps) {
  const { mean, is_significant: isSignificant } = figures;
  const { better } = measureCalled(figures.name);
  const format = () => differenceText(figures, currency);
  if (mean === 0) return DASH;
  if (!isSignificant || better === null) return format();
  return <SignedFigure value={mean} format={format} isLessBetter={better === 'lower'} />;
}

function differenceText(figures: PairedFigures, currency: string): string {
  const measure = measureCalled(figures.name);
  const text = withUnit(differenceWriter(figures, measure)(figures.mean), differenceUnit(measure, currency));
  return figures.mean > 0 ? `+${text}` : text;
}

/** A measure that is equal on every path, and a single path, have no interval. */
function isTested({ ci_low: low, ci_high: high, is_significant: isSignificant }: PairedFigures): boolean {
  return isSignificant || (low !== null && high !== null && low !== high);
}

function intervalText(figures: PairedFigures): string {
  const { ci_low: low, ci_high: high } = figures;
  if (low === null || high === null || low === high) return '–';
  const write = differenceWriter(figures, measureCalled(figures.name));
  return `${write(low)} to ${write(high)}`;
}
