/** The target weights, as numbers and by slider, with their sum and two buttons that make it 100 %. */

import { Box, Button, Group, Slider, Text } from '@mantine/core';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { DEFAULT_BAND_TEXT } from '../../../components/charts/drift-band.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatWeight, signedWeight } from '../../../components/format/format-number.ts';
import { fieldsOf, useListError } from '../../../components/forms/fields.tsx';
import { fieldBounds, PERCENT_FIELD } from '../../../components/forms/number-text.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { percentOf, type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import {
  equalWeights,
  normalised,
  numberOf,
  percentSum,
  SUM_TOLERANCE,
  scaledText,
} from '../../../components/portfolios/target-weights.ts';
import { EditorTable, NUMBER_CELL } from './editor-table.tsx';
import { type DraftValue, type EditedContents, figureText, targetShare } from './value-draft.ts';

export function TargetsEditor(edited: EditedContents) {
  const { contents, value, onChange } = edited;
  const { targets } = contents;
  const issue = useListError('/targets');
  const isEmpty = targets.length === 0;
  return (
    <Panel title="Targets" side={<WholeButtons {...edited} />}>
      {issue !== null && (
        <Box p="md">
          <Notice tone="fail">{issue}</Notice>
        </Box>
      )}
      {!isEmpty && <TargetsTable {...edited} />}
      <Group gap="md" px="md" py="sm">
        <InstrumentSearch
          label="Add a target"
          next={(symbol) => `Target weight of ${symbol} in per cent`}
          onChoose={({ isin }) => {
            if (!targets.some((row) => row.isin === isin)) onChange({ targets: [...targets, targetDraft(isin, '')] });
          }}
        />
        {isEmpty ? <Dimmed>{edited.noTargets}</Dimmed> : <WeightSum targets={targets} />}
      </Group>
      {edited.form === 'A' && <ScaledNotice targets={targets} />}
      {!isEmpty && (
        <Text c="dimmed" fz="xs" m={0} px="md" pb="sm">
          A portfolio has no band of its own. You choose band type, threshold and trigger for each plan. Lists and
          overviews use {DEFAULT_BAND_TEXT} of the portfolio.
        </Text>
      )}
      {isEmpty && value.weights.size > 0 && (
        <Box px="md" py="sm">
          <Button variant="default" size="compact-xs" onClick={() => onChange({ targets: currentTargets(value) })}>
            Use the current weights
          </Button>
        </Box>
      )}
    </Panel>
  );
}

/** Form A leaves nothing to cash: explains how a rebalance scales targets that do. */
function ScaledNotice({ targets }: { readonly targets: readonly TargetDraft[] }) {
  const instruments = useInstrumentsByIsin();
  const scaled = scaledText(targets, (isin) => instruments.get(isin)?.symbol ?? isin);
  if (scaled === null) return null;
  return (
    <Box px="md" pb="sm">
      <Notice tone="warn">
        <strong>A one-step rebalance keeps no cash.</strong> The rebalance scales these targets to 100 %: {scaled}.
        Until then, drift is measured against the targets as you enter them.
      </Notice>
    </Box>
  );
}

function currentTargets({ weights }: DraftValue): TargetDraft[] {
  return [...weights].map(([isin, weight]) => targetDraft(isin, Number(percentOf(weight).toFixed(2))));
}

function WholeButtons({ contents: { targets }, onChange }: EditedContents) {
  const actions = { 'Equal weights': equalWeights, 'Scale to 100 %': normalised };
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      {Object.entries(actions).map(([label, madeWhole]) => (
        <Button
          key={label}
          variant="default"
          size="compact-xs"
          disabled={targets.length === 0}
          onClick={() => onChange({ targets: madeWhole(targets) })}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

const COLUMNS = [
  { title: 'Slider', isHidden: true },
  { title: 'Target %', align: 'right' },
  { title: 'Now %', align: 'right' },
  { title: 'Drift %', align: 'right' },
] as const;

const { NumberField } = fieldsOf<TargetDraft>();

function TargetsTable({ contents: { targets }, value, onChange, onRemove }: EditedContents) {
  return (
    <EditorTable
      label="Targets"
      columns={COLUMNS}
      rows={targets}
      formatRow={(_, symbol) => `target ${symbol}`}
      onRemove={(left) => onRemove({ targets: left })}
    >
      {(row, _, symbol) => {
        const now = Number.isNaN(value.nav) ? Number.NaN : (value.weights.get(row.isin) ?? 0);
        return (
          <>
            <Box component="td" w={220} miw={120}>
              <Slider
                px="sm"
                size="sm"
                step={0.5}
                label={null}
                thumbLabel={`Target weight of ${symbol} by slider`}
                value={Math.min(100, Math.max(0, numberOf(row.percent)))}
                onChange={(percent) =>
                  onChange({ targets: targets.map((each) => (each === row ? { ...row, percent } : each)) })
                }
              />
            </Box>
            <td data-align="right">
              <NumberField
                {...NUMBER_CELL}
                name="percent"
                pointer="/weight"
                w={104}
                aria-label={`Target weight of ${symbol} in per cent`}
                {...fieldBounds(BOUNDS.weight, { ...PERCENT_FIELD, decimals: 4 })}
                step={0.5}
              />
            </td>
            <td data-align="right">{figureText(now, formatWeight)}</td>
            <td data-align="right">
              {value.isComplete ? figureText(now - targetShare(row.percent), signedWeight) : '…'}
            </td>
          </>
        );
      }}
    </EditorTable>
  );
}

function WeightSum({ targets }: { readonly targets: readonly TargetDraft[] }) {
  const missing = 100 - percentSum(targets);
  const isOver = missing < -SUM_TOLERANCE;
  return (
    <Box component="output" ml="auto" aria-label="Sum of the targets">
      <Text component="strong" fw="bold" c={isOver ? 'fail' : 'inherit'}>
        {formatWeight((100 - missing) / 100)} %
      </Text>{' '}
      <Toned tone={isOver ? 'fail' : 'dimmed'}>{formatMissing(missing)}</Toned>
    </Box>
  );
}

function formatMissing(percent: number): string {
  if (percent < -SUM_TOLERANCE) return `! ${formatWeight(-percent / 100)} % too much`;
  if (Math.abs(percent) <= 1e-6) return 'nothing is left for cash';
  return percent < 0 ? 'within the tolerance' : `${formatWeight(percent / 100)} % is left for cash`;
}
