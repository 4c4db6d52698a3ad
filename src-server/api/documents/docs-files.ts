/**
 * The files of `/docs/api` other than Swagger UI itself: its page, the script that starts it, and the style of Ballast.
 */

export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ballast API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/api/swagger/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/api/docs.css" />
  </head>
  <body>
    <header class="docs-bar">
      <strong>Ballast API</strong>
      <nav aria-label="Documents"></nav>
      <a href="/docs">Documentation</a>
      <a href="/">Open the app</a>
    </header>
    <div id="docs"></div>
    <script src="/docs/api/swagger/swagger-ui-bundle.js"></script>
    <script src="/docs/api/docs.js"></script>
  </body>
</html>
`;

/** Runs after \`const documents = [{ name, url }]\`; shows the document of the address, else the first. */
export const DOCS_SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const asked = new URLSearchParams(location.search).get('document');
const shown = documents.find(({ name }) => name === asked) ?? documents[0];
const nav = document.querySelector('nav');
for (const { name } of documents) {
  const link = document.createElement('a');
  link.href = '/docs/api?document=' + encodeURIComponent(name);
  link.textContent = name;
  if (name === shown.name) link.setAttribute('aria-current', 'page');
  nav.append(link);
}
const given = document.querySelector('meta[name="ballast-page"]')?.content;
if (given) localStorage.setItem('ballast-page', given);
const address = new URL(location.href);
if (address.searchParams.has('entry')) {
  address.searchParams.delete('entry');
  history.replaceState(null, '', address);
}
// Swagger UI leaves these without a name, and text that scrolls out of reach of the keyboard.
const NAMES = { '#servers': 'Server', '.body-param__text': 'Request body' };
new MutationObserver(() => {
  for (const [selector, name] of Object.entries(NAMES)) {
    for (const each of document.querySelectorAll(selector)) each.setAttribute('aria-label', name);
  }
  for (const each of document.querySelectorAll('pre.microlight')) each.tabIndex = 0;
}).observe(document.getElementById('docs'), { subtree: true, childList: true });
const pageHeaders = () => ({ 'X-Ballast-Page': localStorage.getItem('ballast-page') ?? '' });
const ui = SwaggerUIBundle({
  url: shown.url,
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor(request) {
    const { origin, pathname } = new URL(request.url, location.href);
    if (origin === location.origin && pathname.startsWith('/sim/')) Object.assign(request.headers, pageHeaders());
    return request;
  },
  async onComplete() {
    const answer = await fetch('/sim/session', { headers: pageHeaders() });
    if (answer.ok) ui.preauthorizeApiKey('apiKey', (await answer.json()).api_key);
  },
});
`;

export const DOCS_STYLE = `
body { margin: 0; }
.docs-bar {
  position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 1.5rem; padding: 0.6rem 1.5rem;
  background: #0d1117; color: #e6edf3; font: 14px/1.4 system-ui, sans-serif;
}
.docs-bar nav { display: flex; gap: 0.25rem; flex: 1; }
.docs-bar a { color: inherit; text-decoration: none; padding: 0.3rem 0.7rem; border-radius: 4px; }
.docs-bar a:hover, .docs-bar a:focus-visible { background: #21262d; }
.docs-bar a[aria-current] { background: #4338ca; color: #fff; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .scheme-container { margin-bottom: 0.5rem; padding: 1rem 0; }
.swagger-ui .opblock-tag-section, .swagger-ui .opblock { scroll-margin-top: 3.5rem; }
.swagger-ui textarea { min-height: 12rem; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { width: 26px; margin: 0 8px; top: 0; flex: none; }
/* The button has the same sign as its background. */
.swagger-ui .view-line-link.copy-to-clipboard svg { display: none; }
/* The colours of Swagger UI are too light for text. */
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #f4a3a3 !important; }
.dark-mode .swagger-ui .header-col { color: inherit; }
.dark-mode .swagger-ui .opblock .btn.cancel { color: #ff8a8a; }
html:not(.dark-mode) .swagger-ui {
  .info a, .info .url, .link { color: #1d63b8; }
  .title small { background: #565d6b; }
  .title small.version-stamp { background: #3f6600; }
  .btn.authorize { border-color: #0b6b41; color: #0b6b41; }
  .btn.authorize svg { color: inherit; }
  .copy-to-clipboard, .download-contents { background: #5c6273; }
  .btn.execute { border-color: #1761ab; background: #1761ab; }
  .btn.cancel { border-color: #c02626; color: #c02626; }
  .parameter__name.required::after, .parameter__name.required span, .opblock-section-request-body .required,
  .parameter__name.required { color: #c02626; }
  .opblock-post .opblock-summary-method { background: #0b6b41; }
  .opblock-get .opblock-summary-method { background: #1761ab; }
  .opblock-put .opblock-summary-method { background: #8f4b00; }
  .opblock-patch .opblock-summary-method { background: #0b6b66; }
  .opblock-delete .opblock-summary-method { background: #c02626; }
}
`;
