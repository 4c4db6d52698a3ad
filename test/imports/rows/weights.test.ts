/** Target weights of a table: fractions or per cent, by the cells and the header of their column. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../../src-server/imports/portfolios/import-portfolios.ts';
import { issueText, KNOWN, PORTFOLIOS, SAP, WORLD_ETF } from '../import-fixture.ts';

const SIEMENS = 'DE0007236101';

function read(...lines: string[]) {
  const { report, entries } = importPortfolios([{ name: 'm.csv', text: lines.join('\n') }], KNOWN, PORTFOLIOS);
  const targets = entries.map((entry) => (entry.form === 'B' ? entry.request.targets : []).map(({ weight }) => weight));
  return { report, entries, targets, issues: report.issues.map(issueText) };
}

describe('weights', () => {
  test('are fractions if none is above 1, whatever the sum of the table is', () => {
    const { targets, report } = read(
      'Portfolio;ISIN;Quantity;Weight',
      ...[`One;${SAP};1;0.6`, `One;${SIEMENS};1;0.4`, `Two;${SAP};1;0.7`, `Two;${SIEMENS};1;0.3`],
    );
    expect(targets).toEqual([
      [0.6, 0.4],
      [0.7, 0.3],
    ]);
    expect(report.notes).toContain('m.csv: “Weight” is read as fractions (0.5 is 50\u202f%).');
    expect(
      read('ISIN;Quantity;Weight', ...[1, 2, 3].map((lot) => `${SAP};${lot};0.6`), `${SIEMENS};1;0.3`).targets,
    ).toEqual([[0.6, 0.3]]);
  });

  test.each([
    ['with a percent sign are per cent, however small', 'Weight', ['0.5%', '0.5%'], [0.005, 0.005]],
    ['with a percent sign do not make others per cent', 'Weight', ['60%', '0.3'], [0.6, 0.3]],
    ['are per cent if one is above 1', 'Weight', ['1.2', '0.3'], [0.012, 0.003]],
    ['are per cent if their header says so', 'Weight (%)', ['0.8', '0.2'], [0.008, 0.002]],
  ])('%s', (_title, header, [one, other], weights) => {
    expect(read(`ISIN;Quantity;${header}`, `${SAP};1;${one}`, `${WORLD_ETF};1;${other}`).targets).toEqual([weights]);
  });
});

describe('the target of an ISIN', () => {
  const header = 'ISIN;Quantity;Date;Cost;Weight';

  test('is that of any of its rows, whichever lot is the oldest', () => {
    const { targets } = read(header, `${SAP};10;2024-01-02;100;0.6`, `${SAP};5;2020-01-02;90;`);
    expect(targets).toEqual([[0.6]]);
  });

  test('is refused if two rows have different ones, and counts once for two exchanges', () => {
    expect(read(header, `${SAP};10;2024-01-02;100;0.3`, `${SAP};5;2020-01-02;90;0.2`).issues).toEqual([
      `3: 2 has the target 20\u202f%, but another row of ${SAP} has 30\u202f%; an ISIN can have only one target`,
    ]);
    const { targets, entries } = read('ISIN;Quantity;Exchange;Weight', `${SAP};1;XETR;0.6`, `${SAP};2;XPAR;0.6`);
    expect([targets, entries[0]?.positions?.length]).toEqual([[[0.6]], 2]);
  });

  test.each(['0', '', '-'])('is read from a row with the quantity “%s”, which is no holding', (quantity) => {
    const { targets, entries, report } = read('ISIN;Quantity;Weight', `${SAP};10;0.6`, `${SIEMENS};${quantity};0.4`);
    expect(targets).toEqual([[0.6, 0.4]]);
    expect(entries[0]?.positions).toMatchObject([{ isin: SAP }]);
    expect(report.left_out.map(issueText).join()).not.toContain('3:');
  });
});
