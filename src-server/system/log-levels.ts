/** Log levels and formats of stderr; separate, so that the logger need not be loaded. */

import type { LOG_FORMATS, LOG_LEVELS } from '../domain/server-choices.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Format of requests and webhooks; everything else is JSON. `colour`: text for a terminal that shows colours. */
export type LogFormat = (typeof LOG_FORMATS)[number] | 'colour';
