/** Holdings and targets side by side, valued at this instant; below them what the portfolio comes to, and the way out. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../../../components/feedback/notice.tsx';
import type { ContentsDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { DraftSummary } from './draft-summary.tsx';
import type { EditorErrors } from './editor-errors.ts';
import { HoldingsEditor } from './holdings-editor.tsx';
import { TargetsEditor } from './targets-editor.tsx';
import { useEuroRates, useListingPrices } from './use-listing-prices.ts';
import { valueDraft } from './value-draft.ts';

interface ContentsEditorProps {
  readonly contents: ContentsDraft;
  readonly currency: string;
  readonly errors: EditorErrors;
  /** What a portfolio without targets is, in this form. */
  readonly noTargets: string;
  readonly isPending: boolean;
  readonly submitLabel: string;
  /** Why nothing can be sent now, as a sentence; null where it can. */
  readonly whyNot: string | null;
  readonly cancel: ReactNode;
  readonly onChange: (part: Partial<ContentsDraft>) => void;
  readonly onRowsMoved: () => void;
  readonly onSend: () => void;
}

export function ContentsEditor(props: ContentsEditorProps) {
  const { contents, currency, errors, onChange, onRowsMoved } = props;
  const prices = useListingPrices(contents.holdings);
  const value = valueDraft(contents, currency, prices, useEuroRates());
  const moved = (part: Partial<ContentsDraft>) => {
    onChange(part);
    onRowsMoved();
  };
  return (
    <>
      <div className="editor-columns">
        <HoldingsEditor
          holdings={contents.holdings}
          currency={currency}
          prices={prices}
          value={value}
          errors={errors}
          onChange={(holdings) => onChange({ holdings })}
          onRemove={(holdings) => moved({ holdings })}
        />
        <TargetsEditor
          targets={contents.targets}
          value={value}
          errors={errors}
          none={props.noTargets}
          onChange={(targets) => onChange({ targets })}
          onRemove={(targets) => moved({ targets })}
        />
      </div>
      {errors.elsewhere.length > 0 && (
        <Notice tone="fail">
          {errors.elsewhere.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Notice>
      )}
      <div className="editor-footer">
        <DraftSummary value={value} currency={currency} hasTargets={contents.targets.length > 0} />
        {props.whyNot !== null && <span className="muted">{props.whyNot}</span>}
        {props.cancel}
        <Button loading={props.isPending} disabled={props.whyNot !== null} onClick={props.onSend}>
          {props.submitLabel}
        </Button>
      </div>
    </>
  );
}
