/** What is wrong with pasted text, row by row: where, in which column, and why. */
import type { PasteFault } from './pasted.ts';

/** More than anybody mends by hand; the number says how many there are. */
const SHOWN = 100;

export function PasteFaults({ faults }: { readonly faults: readonly PasteFault[] }) {
  return (
    <div role="alert">
      <strong className="fail">
        ✕ {faults.length} {faults.length === 1 ? 'fault' : 'faults'}
        {faults.length > SHOWN && `, the first ${SHOWN} here`}
      </strong>
      <div className="table-frame paste-faults">
        <table className="table" aria-label="Faults of the pasted text">
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Column</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {faults.slice(0, SHOWN).map(({ place, column, reason }) => (
              <tr key={`${place} ${column} ${reason}`}>
                <td>{place}</td>
                <td>{column === '' ? <span className="muted">the whole row</span> : column}</td>
                <td className="wrap">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
