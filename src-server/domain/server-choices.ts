/** Possible values of a server's settings, which its flags, its files, its listener and its log share. */

/** Only loopback, of IPv4 or of IPv6; every IPv4 address of this machine, or every address. */
export const LISTENING_HOSTS = ['127.0.0.1', '::1', '0.0.0.0', '::'] as const;

/** Each level includes those before it. */
export const LOG_LEVELS = ['silent', 'info', 'requests', 'debug'] as const;

export const LOG_FORMATS = ['text', 'json'] as const;

/** Handling of a broken rule of a wrapper or a jurisdiction. */
export const RULE_MODES = ['warn', 'enforce', 'off'] as const;

/** Host name of the app in a browser: a random name below localhost, or the service's name. */
export const APP_ADDRESSES = ['random', 'plain'] as const;
