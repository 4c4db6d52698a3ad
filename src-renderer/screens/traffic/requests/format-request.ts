/** How a request of the journal is put in short words. Pure. */

const BASE = /^(?:\/form-[ab])?\/v1(?=\/|\?|$)/;

/** The path without the base, which the form says: `/form-b/v1/prices?isin=…` is `/prices?isin=…`. */
export function pathBelowBase(path: string): string {
  const rest = path.replace(BASE, '');
  return rest === '' ? '/' : rest;
}

/** What a form is called where there is room for a letter or two. */
export function formatForm(form: 'A' | 'B' | null): { readonly short: string; readonly whole: string } {
  if (form === null) return { short: 'A+B', whole: 'By /v1, the base of both forms' };
  return { short: form, whole: `By /form-${form.toLowerCase()}/v1, the base of Form ${form}` };
}

/** Milliseconds with a decimal where they are few: `0.8`, `12`, `1 250`. */
export function formatMilliseconds(spanMs: number): string {
  if (spanMs < 10) return spanMs.toFixed(1);
  return Math.round(spanMs).toLocaleString('en-GB').replaceAll(',', '\u202f');
}

/** `api_slow_drip` is `slow drip`: that it is one of the interface is said by where it stands. */
export function formatWireFault(kind: string): string {
  return kind.replace(/^(?:api|webhook)_/, '').replaceAll('_', ' ');
}

/** Text laid out as JSON where it is JSON, and as it came where it is not. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** `10 000+`: the service stops counting there. */
export function describeCount(total: number): string {
  const words = total.toLocaleString('en-GB').replaceAll(',', '\u202f');
  return total >= COUNTED_TO ? `${words}+` : words;
}

const COUNTED_TO = 10_000;
