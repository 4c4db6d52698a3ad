/**
 * Files of lab runs: portfolios of a world, policies, and the paths of prices on which they are compared (decision P1).
 */
import { z } from 'zod';
import { labPaths, labTerms } from '../control/lab/lab-runs.ts';
import { instant } from '../fields/fields.ts';
import { seriesEntry } from '../fields/inline-series.ts';
import { worldContents } from './world-file.ts';

export const labFile = z
  .strictObject({
    $schema: z.string().optional().describe('Location of the JSON Schema of this file, for editors.'),
    name: z.string().min(1).max(200).describe('Name of the lab run in results.'),
    description: z.string().optional().describe('Description of what it compares, for people.'),
    seed: z.int().nonnegative().default(1).describe('Seed of the world that contains the portfolios.'),
    clock: instant
      .default('2026-03-02T09:30:00Z')
      .describe('Virtual time of that world, at which the portfolios are taken.'),
    world: z
      .union([z.string().min(1).max(1000), worldContents])
      .prefault({})
      .describe('Path of a world file, relative to this file, or the contents of one.'),
    portfolios: z
      .array(z.string().min(1).max(200))
      .min(1)
      .optional()
      .describe('External identifiers or names of the portfolios to use; all by default.'),
    ...labTerms,
    paths: labPaths(seriesEntry),
  })
  .meta({ id: 'LabFile', description: 'A lab run.' });
export type LabFile = z.output<typeof labFile>;
