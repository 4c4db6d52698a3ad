/**
 * Splits a command line into arguments as a shell does: at spaces outside of quotes. Nothing is expanded, since the
 * client is started without a shell. Pure.
 */

interface SplitCommand {
  readonly args: readonly string[];
  /** A quote that is not closed; `null`: all are. */
  readonly openQuote: '"' | "'" | null;
  /** Outside of quotes, text with a meaning only in a shell: `|`, `>`, `&&`, `$HOME`. */
  readonly shellOnly: readonly string[];
}

type Quote = '"' | "'" | null;

interface Part {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Characters that a backslash escapes. Before others it is literal, so that Windows paths work. */
const ESCAPED_OUTSIDE = /[\s"'\\$`|&;<>()*?[\]#~]/;
const ESCAPED_INSIDE = /["\\$`]/;
const SHELL_ONLY = /^(?:[|&;<>]+|\d?>>?.*|<.*)$|\$\w|\*|[|;]$/;

/** `node "my client.mjs"` is `node` and `my client.mjs`. */
export function splitCommand(line: string): SplitCommand {
  const tokens: Part[][] = [];
  let token: Part[] | null = null;
  let quote: Quote = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote === null && /\s/.test(sign)) {
      if (token !== null) tokens.push(token);
      token = null;
      continue;
    }
    token ??= [];
    if (sign === quote) quote = null;
    else if (quote === null && isQuote(sign)) {
      quote = sign;
      token.push({ text: '', isQuoted: true });
    } else if (isEscape(sign, next, quote)) {
      token.push({ text: next, isQuoted: true });
      at += 1;
    } else token.push({ text: sign, isQuoted: quote !== null });
  }
  if (token !== null) tokens.push(token);
  return {
    args: tokens.map(textOf),
    openQuote: quote,
    shellOnly: tokens.filter((parts) => SHELL_ONLY.test(textOf(parts.filter(({ isQuoted }) => !isQuoted)))).map(textOf),
  };
}

function isQuote(sign: string): sign is '"' | "'" {
  return sign === '"' || sign === "'";
}

function isEscape(sign: string, next: string, quote: Quote): boolean {
  if (sign !== '\\' || next === '' || quote === "'") return false;
  return (quote === null ? ESCAPED_OUTSIDE : ESCAPED_INSIDE).test(next);
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Joins arguments to a line that splits into them again. */
export function joinCommand(args: readonly string[]): string {
  return args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`)).join(' ');
}
