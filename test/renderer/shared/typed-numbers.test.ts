/**
 * Numbers that are typed into fields: the rules of imported files, the bounds of the field, and what it shows
 * afterwards.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { fieldBounds } from '../../../src-renderer/components/forms/number-text.ts';
import { NumericInput, type NumericInputProps } from '../../../src-renderer/components/forms/numeric-input.tsx';
import { readTypedNumber, shownNumber } from '../../../src-renderer/components/forms/read-typed-number.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { draws, fc } from '../../support/draws.ts';

const PERCENT = { min: 0, max: 100, decimals: 4, unit: '%' };
const MONEY = { decimals: 2, unit: 'EUR' };

describe('a typed number', () => {
  test.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['12.345,67', 12_345.67],
    ['12,345.67', 12_345.67],
    ["12'345.67", 12_345.67],
    ['12 345,67', 12_345.67],
    ['12\u202f345.67', 12_345.67],
    ['1e9', 1_000_000_000],
    ['1,5e3', 1500],
    ['-20', -20],
    ['\u221220', -20],
    ['+3', 3],
    ['.5', 0.5],
    ['5.', 5],
    ['0,125', 0.125],
    ['1.234.567', 1_234_567],
    ['250 EUR', 250],
    ['250eur', 250],
  ])('%s is %d', (text, value) => {
    expect(readTypedNumber(text, { ...MONEY, decimals: 6 })).toEqual({ value });
  });

  test('is empty where nothing is typed', () => {
    expect(readTypedNumber(' ', MONEY)).toEqual({ value: '' });
  });

  test('has to be there where the field is required', () => {
    expect(readTypedNumber(' ', { ...MONEY, isRequired: true })).toEqual({ fault: 'Enter a number.' });
  });

  test.each([
    ['1.234', 'This could mean 1234 or 1.234: enter 1234 or 1.23.'],
    ['12,345', 'This could mean 12345 or 12.345: enter 12345 or 12.35.'],
    ['99999999999999999', 'This number is too large.'],
    ['one', 'This is not a number.'],
    ['1.2.3', 'This is not a number.'],
    ['.', 'This is not a number.'],
    ['1e400', 'This is not a number.'],
    ['1.005', 'Enter at most 2 decimals.'],
  ])('%s is rejected', (text, fault) => {
    expect(readTypedNumber(text, text === '1.005' ? { ...MONEY, max: 100 } : MONEY)).toEqual({ fault });
  });

  test('is the one within the bounds of the field, where the other is outside', () => {
    expect(readTypedNumber('12.345', PERCENT)).toEqual({ value: 12.345 });
    expect(readTypedNumber('1.234', { min: 100, decimals: 0 })).toEqual({ value: 1234 });
  });

  test.each([
    ['101 %', PERCENT, 'Enter a number from 0 to 100.'],
    ['-1', { min: 0, decimals: 0 }, 'Enter at least 0.'],
    ['7', { max: 6, decimals: 0 }, 'Enter at most 6.'],
    ['0', { min: 0.01, max: 1e9, decimals: 2 }, 'Enter a number from 0.01 to 1\u202f000\u202f000\u202f000.'],
    ['1.234', { decimals: 6 }, 'This could mean 1234 or 1.234: enter 1234 or 1.2340.'],
    ['0', { min: 0.000001, max: 100, decimals: 6 }, 'Enter a number above 0, at most 100.'],
    ['2.5', { min: 0, decimals: 0 }, 'Enter a whole number.'],
  ])('%s is out of bounds', (text, terms, fault) => {
    expect(readTypedNumber(text, terms)).toEqual({ fault });
  });

  test('is read back from the text of the field', () => {
    const number = fc.integer({ min: -1e12, max: 1e12 }).map((micro) => micro / 1e6);
    fc.assert(
      fc.property(number, fc.constantFrom('', '\u202f'), (value, group) => {
        const shown = shownNumber(value, 6, group);
        const read = readTypedNumber(shown, { decimals: 6 });
        const isAmbiguous = 'fault' in read && read.fault.startsWith('This could mean');
        if (!isAmbiguous) expect(read).toEqual({ value });
        else expect(Math.abs(value) % 1).not.toBe(0);
      }),
      { numRuns: draws(500) },
    );
  });
});

describe('the bounds of a field', () => {
  test.each([
    ['in per cent', BOUNDS.driftThreshold, { wirePerUnit: 0.01, decimals: 2 }, { min: 1, max: 20, decimals: 2 }],
    ['above 0', BOUNDS.positiveMoney, { decimals: 2 }, { min: 0.01, max: 1_000_000_000, decimals: 2 }],
    ['below 1', BOUNDS.bodyShare, { wirePerUnit: 0.01, decimals: 1 }, { min: 0, max: 99.9, decimals: 1 }],
    ['between two numbers of the field', { min: 0, max: 0.025 }, { decimals: 2 }, { min: 0, max: 0.02, decimals: 2 }],
    ['of a whole number', BOUNDS.hits, {}, { min: 1, max: 1_000_000, decimals: 0 }],
    ['without a maximum', BOUNDS.seed, {}, { min: 0, max: Number.MAX_SAFE_INTEGER, decimals: 0 }],
  ])('%s are those of the request', (_, bounds, unit, expected) => {
    expect(fieldBounds(bounds, unit)).toEqual(expected);
  });

  test('without a maximum refuse what a field cannot show exactly, and what is too small', () => {
    const seed = fieldBounds(BOUNDS.seed);
    expect(readTypedNumber('99999999999999999', seed)).toEqual({ fault: 'This number is too large.' });
    expect(readTypedNumber('-1', seed)).toEqual({ fault: 'Enter at least 0.' });
  });
});

describe('a field', () => {
  const shown = (props: Partial<NumericInputProps>) => {
    const all: NumericInputProps = {
      value: '',
      onChange: () => undefined,
      min: 0,
      max: 9,
      'aria-label': 'Shares',
      ...props,
    };
    return renderToStaticMarkup(createElement(MantineProvider, null, createElement(NumericInput, all)));
  };

  test('that is required holds its form back while it is empty, and gives no reason before it is left', () => {
    expect(shown({ required: true })).toMatch(
      /data-unread="true".*aria-required="true"|aria-required="true".*data-unread="true"/,
    );
    expect(shown({ required: true })).not.toContain('Enter a number.');
    expect(shown({ required: true, value: 5 })).not.toContain('data-unread');
    expect(shown({})).not.toContain('data-unread');
  });

  test('gives the reason at once where a text is stored that is no number', () => {
    expect(shown({ value: '0x10' })).toContain('This is not a number.');
  });
});

test('every field for a number is that of the app', () => {
  const sources = globSync('src-renderer/**/*.tsx', { cwd: packageRoot() });
  const others = sources.filter((file) => {
    const text = readFileSync(join(packageRoot(), file), 'utf8');
    return /\bNumberInput\b|inputMode="(?:decimal|numeric)"/.test(text);
  });
  expect(others).toEqual([join('src-renderer', 'components', 'forms', 'numeric-input.tsx')]);
});

test.each([
  [25_000.5, 2, '\u202f', '25\u202f000.50'],
  [25_000, 2, '\u202f', '25\u202f000'],
  [2.5, 2, '', '2.5'],
  [1000.5, 6, '\u202f', '1\u202f000.5'],
])(
  'the field shows %d, with at most %i decimals, as amounts and numbers are written',
  (value, decimals, group, text) => {
    expect(shownNumber(value, decimals, group)).toBe(text);
  },
);
