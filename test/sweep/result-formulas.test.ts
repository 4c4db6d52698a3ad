/**
 * Tests that results are safe to open in a spreadsheet or print in a terminal: no text is run as a formula or a control
 * sequence.
 */
import { expect, test, vi } from 'vitest';
import { reportFaults } from '../../src-server/cli/terminal/report-failure.ts';
import { csvLines } from '../../src-server/sweep/result-files.ts';
import type { SweepResultStore } from '../../src-server/sweep/sweep-result-store.ts';
import { proves } from '../conformance/proves.ts';

test('texts that would be formulas get a leading apostrophe, and numbers stay numbers', proves('K98'), () => {
  const cells = ['=cmd()', '+x', '-1+1', '@a', '\tx', 'plain', '', '-12.50', -3, null, true];
  const store = {
    columns: () => cells.map((_, index) => ({ name: `c${index}` })),
    rows: () => [cells],
  } as unknown as SweepResultStore;
  const [, line] = [...csvLines(store)];
  expect(line).toBe(`'=cmd(),'+x,'-1+1,'@a,'\tx,plain,"",-12.50,-3,,true\r\n`);
});

test('errors of the command line escape control characters of the terminal', proves('K98'), () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  reportFaults(['a\u001b]0;title\u0007b.yaml: is\u202e odd']);
  write.mockRestore();
  expect(written).toEqual(['ballast: a\\u001b]0;title\\u0007b.yaml: is\\u202e odd\n']);
});
