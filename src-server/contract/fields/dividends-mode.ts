/** Whether instruments pay dividends, in options and files (decision O2). */
import { z } from 'zod';

export const DIVIDENDS_MODES = ['off', 'on'] as const;
export type DividendsMode = (typeof DIVIDENDS_MODES)[number];

export const dividendsMode = z
  .enum(DIVIDENDS_MODES)
  .describe('Whether instruments pay dividends and their prices fall accordingly (decision O2); off by default.');
