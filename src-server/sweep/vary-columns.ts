/** The columns of the variations: one for each key, with the type that all its values share, else text. */
import type { Json } from '../kernel/canonical-json.ts';
import type { Variation, Vary } from './sweep-plan.ts';

export type CellType = 'text' | 'integer' | 'real' | 'boolean';
export type Cell = string | number | boolean | null;

export interface VaryColumn {
  readonly key: string;
  readonly type: CellType;
}

export function varyColumns(variations: readonly Variation[]): VaryColumn[] {
  return variations.map(({ key, values }) => ({ key, type: commonType(values) }));
}

/** Texts are unchanged; other values in a text column are written as JSON. */
export function varyCell(vary: Vary, { key, type }: VaryColumn): Cell {
  const value = vary[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  return type === 'text' || typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

function commonType(values: readonly Json[]): CellType {
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  if (values.every((value) => Number.isSafeInteger(value))) return 'integer';
  return values.every((value) => typeof value === 'number') ? 'real' : 'text';
}
