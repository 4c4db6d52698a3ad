/** The sentence that says why a portfolio inside its band needs no rebalance. */
import { expect, it } from 'vitest';
import { whyNotNeeded } from '../../../src-renderer/screens/portfolios/plan/why-not-needed.ts';

const BAND = { type: 'absolute', threshold: 0.05, trigger: 'any_position', fxOverlay: false } as const;
const sap = { key: 'sap', label: 'SAP', name: 'SAP SE', current: 0.338, target: 0.3 };
const cash = (current: number) => ({ key: 'cash', label: 'Cash', name: 'Cash', current, target: 0.2, isCash: true });
const FURTHEST =
  'Of the positions, SAP is furthest from its target, by 3.80 % of the portfolio; the band is ±5.00 % of the portfolio.';
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

it('names the position that is furthest from its target', () => {
  expect(plain(whyNotNeeded([sap, cash(0.162)], BAND))).toBe(FURTHEST);
});

it('says that cash has no band where cash is further from its target', () => {
  expect(plain(whyNotNeeded([sap, cash(0.1541)], BAND))).toBe(
    `${FURTHEST} Cash is 4.59 % of the portfolio under its target, but has no band, so it starts no rebalance.`,
  );
});

it('says by how much cash is over its target, and nothing where it is as far as the position', () => {
  expect(plain(whyNotNeeded([sap, cash(0.25)], BAND))).toBe(
    `${FURTHEST} Cash is 5.00 % of the portfolio over its target, but has no band, so it starts no rebalance.`,
  );
  expect(plain(whyNotNeeded([{ ...sap, current: 0.35 }, cash(0.15)], BAND))).not.toContain('Cash');
});

it('names the drift including currency moves where they do not count', () => {
  const overlaid = { ...BAND, fxOverlay: true };
  expect(plain(whyNotNeeded([{ ...sap, compared: 0.02 }], overlaid))).toBe(
    'Of the positions, SAP is furthest from its target, by 2.00 % of the portfolio (3.80 % including currency moves); the band is ±5.00 % of the portfolio.',
  );
});

it('names the portfolio drift where the portfolio as a whole is compared', () => {
  const whole = { ...BAND, trigger: 'portfolio' } as const;
  expect(plain(whyNotNeeded([sap, cash(0.162)], whole))).toBe(
    'The portfolio drift is 3.80 %; more than 5.00 % starts a rebalance.',
  );
});

it('says that there are no positions', () => {
  expect(whyNotNeeded([cash(0.2)], BAND)).toBe('The portfolio has no positions.');
});
