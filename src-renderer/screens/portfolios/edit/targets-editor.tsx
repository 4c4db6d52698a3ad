/** The weights a portfolio should have: exact and by slider, with their sum, what is missing, and two ways to make it whole. */
import { Button } from '@mantine/core';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { InstrumentSearch } from '../../../components/portfolios/instrument-search.tsx';
import { percentOf, type TargetDraft, targetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { equalWeights, normalised } from '../../../components/portfolios/target-weights.ts';
import type { EditorErrors } from './editor-errors.ts';
import { LimitedRows } from './limited-rows.tsx';
import { TargetRow } from './target-row.tsx';
import type { DraftValue } from './value-draft.ts';
import { WeightSum } from './weight-sum.tsx';

interface TargetsEditorProps {
  readonly targets: readonly TargetDraft[];
  readonly value: DraftValue;
  readonly errors: EditorErrors;
  /** What a portfolio without targets is, in this form. */
  readonly none: string;
  readonly onChange: (targets: readonly TargetDraft[]) => void;
  readonly onRemove: (targets: readonly TargetDraft[]) => void;
}

export function TargetsEditor(props: TargetsEditorProps) {
  const { targets, onChange } = props;
  const issue = props.errors.ofList('/targets');
  return (
    <Panel title="Targets" side={<WholeButtons {...props} />}>
      {issue !== null && (
        <div className="panel-body">
          <Notice tone="fail">{issue}</Notice>
        </div>
      )}
      {targets.length > 0 && <TargetTable {...props} />}
      <div className="editor-add">
        <InstrumentSearch
          label="Add a target"
          onChoose={({ isin }) => {
            if (targets.some((row) => row.isin === isin)) return;
            onChange([...targets, targetDraft(isin, '')]);
          }}
        />
        {targets.length === 0 ? <span className="muted">{props.none}</span> : <WeightSum targets={targets} />}
      </div>
      {targets.length === 0 && props.value.weights.size > 0 && (
        <div className="editor-add">
          <Button variant="default" size="compact-xs" onClick={() => onChange(asHeld(props.value))}>
            Take the weights of the holdings
          </Button>
        </div>
      )}
    </Panel>
  );
}

function asHeld({ weights }: DraftValue): TargetDraft[] {
  return [...weights].map(([isin, weight]) => targetDraft(isin, Number(percentOf(weight).toFixed(2))));
}

function WholeButtons({ targets, onChange }: TargetsEditorProps) {
  const none = targets.length === 0;
  return (
    <span className="editor-buttons">
      <Button variant="default" size="compact-xs" disabled={none} onClick={() => onChange(equalWeights(targets))}>
        Equal weights
      </Button>
      <Button variant="default" size="compact-xs" disabled={none} onClick={() => onChange(normalised(targets))}>
        Normalise to 100 %
      </Button>
    </span>
  );
}

function TargetTable(props: TargetsEditorProps) {
  return (
    <div className="table-frame">
      <table className="table editor-table" aria-label="Targets">
        <thead>
          <tr>
            <th scope="col">Instrument</th>
            <th scope="col">
              <span className="sr-only">Slider</span>
            </th>
            <th scope="col" className="right">
              Target %
            </th>
            <th scope="col" className="right">
              Now %
            </th>
            <th scope="col" className="right">
              Drift bps
            </th>
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <LimitedRows rows={props.targets} columns={6}>
          {(row, index) => <TargetRow key={row.key} {...props} row={row} index={index} />}
        </LimitedRows>
      </table>
    </div>
  );
}
