/** The allocation in numbers: the colours of the rings, and the data of the treemap. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatWeight, signedWeight } from '../../../components/format/format-number.ts';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import classes from './portfolio.module.css';

/** Weight, target and drift are shares of 1. */
export interface AllocationRow {
  readonly key: string;
  readonly label: string;
  readonly weight: number;
  readonly target: number;
  readonly drift?: number;
  readonly fill?: string;
}

interface AllocationKeyProps {
  readonly portfolio: PortfolioView;
  readonly rows: readonly AllocationRow[];
}

export function AllocationKey({ portfolio: { has_targets: hasTargets }, rows }: AllocationKeyProps) {
  const withDrift = hasTargets && rows.some(({ drift }) => drift !== undefined);
  return (
    <table className={classes.allocationKey} aria-label="Allocation">
      <PlainHead labels={['Position', 'Now %', hasTargets && 'Target %', withDrift && 'Drift %']} />
      <tbody>
        {rows.map(({ key, label, weight, target, drift = 0, fill }) => (
          <tr key={key}>
            <th scope="row">
              {fill !== undefined && <i style={{ background: fill }} aria-hidden />}
              {label}
            </th>
            <td>{formatWeight(weight)}</td>
            {hasTargets && <td>{formatWeight(target)}</td>}
            {withDrift && <td>{signedWeight(drift)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
