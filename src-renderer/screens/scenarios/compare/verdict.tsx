/** Whether both logs are the same, with what stands for each of them: its head. */
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from './comparison.module.css';

export function Verdict({ comparison }: { readonly comparison: RunComparison }) {
  const { same, first, second, parting } = comparison;
  const side = parting && <CopyText text={parting.text} what="all of it as text" shown="Copy" mono={false} />;
  return (
    <Notice tone={same ? 'ok' : 'fail'} {...(side === null ? {} : { side })}>
      <div>
        {same ? (
          <strong>Same head: both logs are the same, {formatCount(second.events)} events.</strong>
        ) : (
          // A log that was changed by hand may still end with the hash of before.
          <strong>
            {first.head === second.head ? 'Not the same' : 'Different heads'}: {parting?.heading}.
          </strong>
        )}
      </div>
      <dl className={classes.compareHeads}>
        {[first, second].map((each) => (
          <div key={each.name}>
            <dt>{formatSide(each)}</dt>
            <dd>
              {formatCount(each.events)} events{each.seed === null ? '' : ` · seed ${each.seed}`}
              {each.head !== null && (
                <>
                  {' · head '}
                  <CopyText text={each.head} what="the head" shown={`${each.head.slice(0, 12)}…`} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

/** `First run, sr_2`. */
export function formatSide({ name, scenario_run_id: runId }: RunComparison['first']): string {
  const words = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return runId === null ? words : `${words}, ${runId}`;
}
