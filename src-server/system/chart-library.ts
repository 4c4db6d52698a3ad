/** The script and style of uPlot as text, for pages that have to work without a network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-root.ts';

interface ChartLibrary {
  /** Defines `uPlot`. */
  readonly script: string;
  readonly style: string;
}

export function readChartLibrary(): ChartLibrary {
  const folder = join(packageFolder('uplot'), 'dist');
  return {
    script: readFileSync(join(folder, 'uPlot.iife.min.js'), 'utf8'),
    style: readFileSync(join(folder, 'uPlot.min.css'), 'utf8'),
  };
}
