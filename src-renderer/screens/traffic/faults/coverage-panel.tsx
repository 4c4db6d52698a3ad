/** Every kind of fault as a cell: whether a client or receiver has met it yet, how often, and what followed. */
import { Text } from '@mantine/core';
import type { FaultCoverage } from '../../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { formatWireKind, WIRE_GROUPS } from '../../../components/faults/wire-fault-kinds.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatReaction } from './reaction-words.ts';
import classes from './wire-faults.module.css';

type KindCoverage = FaultCoverage['kinds'][number];

export function CoveragePanel({ kinds }: { readonly kinds: readonly KindCoverage[] }) {
  const met = kinds.filter((kind) => kind.met).length;
  return (
    <Panel title="Coverage" side={`${met} of ${kinds.length} kinds met`}>
      {WIRE_GROUPS.map(({ scope, title }) => (
        <div key={scope} className={classes.coverageGroup}>
          <h3>{scope === 'interface' ? `${title}: met by clients` : `${title}: met by receivers`}</h3>
          <ul className={classes.coverage} aria-label={`Coverage of faults: ${title}`}>
            {kinds
              .filter((kind) => kind.scope === scope)
              .map((kind) => (
                <Cell key={kind.kind} {...kind} />
              ))}
          </ul>
        </div>
      ))}
    </Panel>
  );
}

function Cell({ kind, met, hits, set, reactions }: KindCoverage) {
  const { label, sentence } = formatWireKind(kind);
  return (
    <li className={classes.coverageCell} data-met={met ? '' : undefined} title={sentence}>
      <strong>
        <Text span c={met ? 'ok' : 'dimmed'} aria-hidden>
          {met ? '✓' : '○'}
        </Text>{' '}
        {label}
      </strong>
      <Text span c={met ? 'plain' : 'dimmed'}>
        {met ? `met · ${plural(hits, 'hit')}` : notYet(set)}
        {met && <span> {formatReaction(reactions)}</span>}
      </Text>
    </li>
  );
}

function notYet(set: number): string {
  return set === 0 ? 'not yet' : `not yet · set ${formatCount(set)}×`;
}
