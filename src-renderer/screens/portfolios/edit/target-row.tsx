/** One target: its weight by slider and exactly, with the weight of now and the drift beside. */
import { ActionIcon, NumberInput, Slider } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInstrumentsByIsin } from '../../../api/queries.ts';
import { formatDriftBps, formatWeight } from '../../../components/format/format-number.ts';
import type { TargetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { numberOf } from '../../../components/portfolios/target-weights.ts';
import type { EditorErrors } from './editor-errors.ts';
import { InstrumentCell } from './instrument-cell.tsx';
import type { DraftValue } from './value-draft.ts';

interface TargetRowProps {
  readonly row: TargetDraft;
  readonly index: number;
  readonly targets: readonly TargetDraft[];
  readonly value: DraftValue;
  readonly errors: EditorErrors;
  readonly onChange: (targets: readonly TargetDraft[]) => void;
  readonly onRemove: (targets: readonly TargetDraft[]) => void;
}

export function TargetRow({ row, index, targets, value, errors, onChange, onRemove }: TargetRowProps) {
  const symbol = useInstrumentsByIsin().get(row.isin)?.symbol ?? row.isin;
  const at = `/targets/${index}`;
  const now = value.weights.get(row.isin) ?? 0;
  const change = (percent: number | string) =>
    onChange(targets.map((each) => (each === row ? { ...row, percent } : each)));
  return (
    <tr>
      <InstrumentCell isin={row.isin} error={errors.ofRow(at, ['weight'])} />
      <td className="editor-slider">
        <Slider
          size="sm"
          min={0}
          max={100}
          step={0.5}
          label={null}
          thumbLabel={`Target weight of ${symbol} by slider`}
          value={Math.min(100, Math.max(0, numberOf(row.percent)))}
          onChange={change}
        />
      </td>
      <td className="right">
        <NumberInput
          w={104}
          aria-label={`Target weight of ${symbol} in percent`}
          clampBehavior="none"
          decimalScale={4}
          step={0.5}
          value={row.percent}
          error={errors.at(`${at}/weight`)}
          onChange={change}
        />
      </td>
      <td className="right">{formatWeight(now)}</td>
      <td className="right">{value.isComplete ? formatDriftBps(now - numberOf(row.percent) / 100) : '…'}</td>
      <td className="right">
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
