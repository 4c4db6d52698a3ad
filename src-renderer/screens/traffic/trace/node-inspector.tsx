/** One step of a trace: when, what happened, its fields as they are, and the way to every object that it names. */
import { Link } from 'react-router';
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import inspectorClasses from '../../../components/layout/inspector.module.css';
import { Inspector } from '../../../components/layout/inspector.tsx';
import { formatOffset } from './time-scale.ts';
import classes from './trace.module.css';
import { KindMark } from './trace-kinds.tsx';
import { traceLinks } from './trace-links.ts';

export function NodeInspector({ node, onClose }: { readonly node: TraceNode; readonly onClose: () => void }) {
  const links = traceLinks(node);
  const json = JSON.stringify(node.data, null, 2);
  return (
    <Inspector title="Step" onClose={onClose}>
      <div>
        <KindMark kind={node.kind} />
        <p className={classes.traceSentence}>{node.title}</p>
      </div>
      <dl className={inspectorClasses.inspectorFacts}>
        <dt>When</dt>
        <dd>
          {formatInstant(node.at)}.{node.at.slice(20, 23)} virtual UTC, {formatOffset(node.offset_ms)}
        </dd>
        <dt>Name</dt>
        <dd>
          <CopyText text={node.id} what="the name of the step" />
        </dd>
        {links.length > 0 && (
          <>
            <dt>Look at</dt>
            <dd className={classes.traceLinks}>
              {links.map(({ to, label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </dd>
          </>
        )}
      </dl>
      <section aria-label="Fields">
        <div className={inspectorClasses.inspectorSection}>
          <h3>Fields</h3>
          <CopyText text={json} what="the fields as JSON" shown="" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <pre className={inspectorClasses.code} tabIndex={0}>
          {json}
        </pre>
      </section>
    </Inspector>
  );
}
