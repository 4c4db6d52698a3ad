/** The target weights, as numbers and by slider, with their sum and two buttons that make it 100 %. */
import { ActionIcon, Box, Button, Group, Slider, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatDriftBps, formatWeight } from '../../../components/format/format-number.ts';
import { FieldGroup, fieldsOf, useListError } from '../../../components/forms/fields.tsx';
import panelClasses from '../../../components/layout/panel.module.css';
import { Panel } from '../../../components/layout/panel.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { percentOf, type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { equalWeights, normalised, numberOf, percentSum } from '../../../components/portfolios/target-weights.ts';
import { EditorTable, InstrumentCell } from './editor-table.tsx';
import classes from './portfolio-editor.module.css';
import type { DraftValue } from './value-draft.ts';

interface TargetsEditorProps {
  readonly targets: readonly TargetDraft[];
  readonly value: DraftValue;
  /** What a portfolio without targets is, in this form. */
  readonly none: string;
  readonly onChange: (targets: readonly TargetDraft[]) => void;
  readonly onRemove: (targets: readonly TargetDraft[]) => void;
}

export function TargetsEditor(props: TargetsEditorProps) {
  const { targets, onChange } = props;
  const issue = useListError('/targets');
  return (
    <Panel title="Targets" side={<WholeButtons {...props} />}>
      {issue !== null && (
        <div className={panelClasses.panelBody}>
          <Notice tone="fail">{issue}</Notice>
        </div>
      )}
      {targets.length > 0 && (
        <EditorTable label="Targets" columns={COLUMNS} rows={targets}>
          {(row, index) => (
            <FieldGroup key={row.key} name={`targets.${index}`} pointer={`/targets/${index}`}>
              <TargetRow {...props} row={row} />
            </FieldGroup>
          )}
        </EditorTable>
      )}
      <div className={classes.editorAdd}>
        <InstrumentSearch
          label="Add a target"
          onChoose={({ isin }) => {
            if (targets.some((row) => row.isin === isin)) return;
            onChange([...targets, targetDraft(isin, '')]);
          }}
        />
        {targets.length === 0 ? (
          <Text span c="dimmed">
            {props.none}
          </Text>
        ) : (
          <WeightSum targets={targets} />
        )}
      </div>
      {targets.length === 0 && props.value.weights.size > 0 && (
        <div className={classes.editorAdd}>
          <Button variant="default" size="compact-xs" onClick={() => onChange(asHeld(props.value))}>
            Take the weights of the holdings
          </Button>
        </div>
      )}
    </Panel>
  );
}

const COLUMNS = [
  { title: 'Instrument' },
  { title: 'Slider', isHidden: true },
  { title: 'Target %', isRight: true },
  { title: 'Now %', isRight: true },
  { title: 'Drift bps', isRight: true },
  { title: 'Remove', isHidden: true },
];

function asHeld({ weights }: DraftValue): TargetDraft[] {
  return [...weights].map(([isin, weight]) => targetDraft(isin, Number(percentOf(weight).toFixed(2))));
}

function WholeButtons({ targets, onChange }: TargetsEditorProps) {
  const none = targets.length === 0;
  return (
    <Group component="span" gap="sm" wrap="nowrap" align="stretch">
      <Button variant="default" size="compact-xs" disabled={none} onClick={() => onChange(equalWeights(targets))}>
        Equal weights
      </Button>
      <Button variant="default" size="compact-xs" disabled={none} onClick={() => onChange(normalised(targets))}>
        Normalise to 100 %
      </Button>
    </Group>
  );
}

interface TargetRowProps extends TargetsEditorProps {
  readonly row: TargetDraft;
}

const { NumberField } = fieldsOf<TargetDraft>();

function TargetRow({ row, targets, value, onChange, onRemove }: TargetRowProps) {
  const symbol = useInstrumentsByIsin().get(row.isin)?.symbol ?? row.isin;
  const now = value.weights.get(row.isin) ?? 0;
  return (
    <tr>
      <InstrumentCell isin={row.isin} />
      <Box component="td" w={220} miw={120}>
        <Slider
          size="sm"
          min={0}
          max={100}
          step={0.5}
          label={null}
          thumbLabel={`Target weight of ${symbol} by slider`}
          value={Math.min(100, Math.max(0, numberOf(row.percent)))}
          onChange={(percent) => onChange(targets.map((each) => (each === row ? { ...row, percent } : each)))}
        />
      </Box>
      <td data-align="right">
        <NumberField
          name="percent"
          pointer="/weight"
          w={104}
          aria-label={`Target weight of ${symbol} in percent`}
          decimalScale={4}
          step={0.5}
        />
      </td>
      <td data-align="right">{formatWeight(now)}</td>
      <td data-align="right">{value.isComplete ? formatDriftBps(now - numberOf(row.percent) / 100) : '…'}</td>
      <td data-align="right">
        <ActionIcon
          size="sm"
          aria-label={`Remove the target ${symbol}`}
          onClick={() => onRemove(targets.filter((each) => each !== row))}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

/** The tolerance of the service for what is more than the whole, in percent (decision G1). */
const TOLERANCE = 0.1;

function WeightSum({ targets }: { readonly targets: readonly TargetDraft[] }) {
  const sum = percentSum(targets);
  const missing = 100 - sum;
  const isOver = missing < -TOLERANCE;
  return (
    <output className={classes.editorSum} aria-label="Sum of the targets">
      <Text component="strong" fw="bold" c={isOver ? 'fail' : 'inherit'}>
        {formatWeight(sum / 100)} %
      </Text>{' '}
      <Text span c={isOver ? 'fail' : 'dimmed'}>
        {isOver
          ? `▲ ${formatWeight(-missing / 100)} % too much`
          : Math.abs(missing) <= 1e-6
            ? 'whole, nothing left for cash'
            : missing < 0
              ? 'within the tolerance'
              : `${formatWeight(missing / 100)} % missing: stays cash`}
      </Text>
    </output>
  );
}
