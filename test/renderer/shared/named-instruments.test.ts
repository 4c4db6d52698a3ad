import { expect, it } from 'vitest';
import { withSymbols } from '../../../src-renderer/components/format/named-instruments.ts';

const KNOWN = new Map([['IE00B4L5Y983', { symbol: 'IWDA' }]]);

it.each([
  [
    'The largest absolute drift is 0.83 % (IE00B4L5Y983), not beyond the band of 1.00 %.',
    'The largest absolute drift is 0.83 % (IWDA), not beyond the band of 1.00 %.',
  ],
  ['IE00B4L5Y983 is halted at XETR: its order will wait.', 'IWDA is halted at XETR: its order will wait.'],
  ['holds IWDA (IE00B4L5Y983), which has been delisted', 'holds IWDA (IE00B4L5Y983), which has been delisted'],
  ['DE0007164600 is not an instrument of this world', 'DE0007164600 is not an instrument of this world'],
])('names the instruments of a sentence by their symbols: %s', (sentence, shown) => {
  expect(withSymbols(sentence, KNOWN)).toBe(shown);
});
