/** What was expected beside what came, a row for each place that was looked at. */
import type { RunFailure } from './run-failure.ts';

export function ComparedRows({ label, rows }: { readonly label: string; readonly rows: readonly RunFailure[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="compared-rows" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Expected</th>
          <th scope="col">Came</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, expected, came }) => (
          <tr key={`${place} ${expected} ${came}`}>
            <td className="mono">{place ?? ''}</td>
            {expected === null ? (
              <td colSpan={2}>{came}</td>
            ) : (
              <>
                <td className="mono">{expected}</td>
                <td className="mono">{came}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
