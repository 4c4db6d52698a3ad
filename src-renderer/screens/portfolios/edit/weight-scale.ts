/** Whether a column of weights is written in percent or as shares of 1: by its name, its percent signs, or what it holds. */
import { type DecimalMark, readDecimal } from './paste/read-decimal.ts';

/** 0.01 for percent, 1 for shares. A column of shares holds nothing above 1. */
export function weightScale(texts: readonly string[], isNamedPercent: boolean, mark: DecimalMark | null): number {
  if (isNamedPercent) return 0.01;
  const values = texts.filter((text) => !text.includes('%')).map((text) => readDecimal(text, mark));
  return values.some((value) => typeof value === 'number' && value > 1) ? 0.01 : 1;
}
