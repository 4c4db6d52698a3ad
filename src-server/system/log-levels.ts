/** How much the server says on stderr, and how: known without loading what writes it. */

import type { LOG_FORMATS, LOG_LEVELS } from '../domain/server-choices.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** How requests and webhooks are written; all else is JSON. `colour`: text for a terminal that shows colours. */
export type LogFormat = (typeof LOG_FORMATS)[number] | 'colour';
