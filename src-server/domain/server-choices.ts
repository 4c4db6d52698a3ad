/** Choices of a server, which its flags, its files and what listens and logs have in common. */

/** Loopback alone, of IPv4 or of IPv6; every IPv4 address of this machine, or every address. */
export const LISTENING_HOSTS = ['127.0.0.1', '::1', '0.0.0.0', '::'] as const;

/** Each logs what those before it log. */
export const LOG_LEVELS = ['silent', 'info', 'requests', 'debug'] as const;

export const LOG_FORMATS = ['text', 'json'] as const;

/** What happens where a rule of a wrapper or a jurisdiction is broken. */
export const RULE_MODES = ['warn', 'enforce', 'off'] as const;

/** How the app is called in a browser: by a random name below localhost, or by that of the service. */
export const APP_ADDRESSES = ['random', 'plain'] as const;
