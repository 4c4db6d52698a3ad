/**
 * The page that the window shows when a page cannot be loaded: what happened and a way back, instead of Chromium's own
 * error page. It has no scripts and needs no server.
 */

export interface Outage {
  readonly what: string;
  readonly next: string;
  /** The target of "Try again". */
  readonly address: string;
}

export function outagePage({ what, next, address }: Outage): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Ballast</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; color: light-dark(#1a1b1e, #e4e5ea); background: light-dark(#ffffff, #14151a); min-height: 100vh; display: grid; place-items: center; font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; padding: 2rem; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
a { color: light-dark(#4338ca, #a5b4fc); }
</style>
</head>
<body>
<main>
<div role="alert">
<h1>${asText(what)}</h1>
<p>${asText(next)}</p>
</div>
<a href="${asText(address)}">Try again</a>
</main>
</body>
</html>`)}`;
}

function asText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
