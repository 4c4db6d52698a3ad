/** How much the server says on stderr, and how: known without loading what writes it. */

/** Each says what those before it say. */
export const LOG_LEVELS = ['silent', 'info', 'requests', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['text', 'json'] as const;
/** How requests and webhooks are written; all else is JSON. `colour`: text for a terminal that shows colours. */
export type LogFormat = (typeof LOG_FORMATS)[number] | 'colour';
