/** The lives of a lab run as CSV, one row each in the order of the plan: seed, portfolio, policy and every measure. */
import { LAB_MEASURES } from '../../contract/control/lab/lab-measures.ts';
import { csvLine } from '../../sweep/result-files.ts';
import { combinationAt, countCombinations } from '../../sweep/sweep-plan.ts';
import type { LabSubject } from '../summarise-lab.ts';

export function* labCsv({ store, plan }: Pick<LabSubject, 'store' | 'plan'>): Generator<string> {
  const names = LAB_MEASURES.map(({ name }) => name);
  yield csvLine(['seed', 'portfolio', 'policy', ...names]);
  const rows = new Map<number, (string | number)[]>();
  for (let combination = 0; combination < countCombinations(plan); combination += 1) {
    const { portfolio, policy } = combinationAt(plan, combination);
    for (const name of names) {
      for (const { place: index, seed, value } of store.valuesByJob(name, combination)) {
        const row = rows.get(index) ?? [seed, String(portfolio), String(policy)];
        row.push(value);
        rows.set(index, row);
      }
    }
  }
  for (const [, row] of [...rows].sort(([one], [other]) => one - other)) yield csvLine(row);
}
