/**
 * Pages for a browser that cannot show the app: how to get access, and how to build the app. They contain nothing of
 * the world.
 */

/** For a browser that opens the app without having been admitted. */
export const ENTRY_PAGE = plainPage(`
      <h1>Ballast is running</h1>
  <p>
    This browser has no access yet. Open the address that Ballast printed when it started. It ends in
    <code>?entry=…</code> and gives access once, to one browser. A restarted server prints a new address.
  </p>
      <form method="post" action="/enter">
        <label for="token">Or enter the admin token:</label>
        <input id="token" name="token" type="password" autocomplete="off" required />
        <button>Enter</button>
      </form>
      <p><a href="/">Try again</a> · <a href="/docs/api">API documentation</a> · <a href="/docs">Documentation</a></p>
`);

/** For a browser on another machine that opens the app. */
export const ELSEWHERE_PAGE = plainPage(`
      <h1>Ballast is running</h1>
  <p>
    You can open the app only in a browser on the machine that runs Ballast. From other machines, use the service with
    an API key and the control plane with the admin token.
  </p>
      <p><a href="/docs/api">API documentation</a> · <a href="/docs">Documentation</a></p>
`);

/** For a browser that opens the app when only the server was built. */
export const NOT_BUILT_PAGE = plainPage(`
      <h1>Ballast is running</h1>
  <p>
    The service is available at this address, but the app is not built yet. Run <code>npm run build</code> in
    Ballast's folder and reload this page. You do not need to restart the server.
  </p>
      <p><a href="">Try again</a> · <a href="/docs/api">API documentation</a> · <a href="/docs">Documentation</a></p>
`);

/** For a browser that opens the documents when they are not built. */
export const SITE_NOT_BUILT_PAGE = plainPage(`
      <h1>The documentation is not built yet</h1>
      <p>
        Run <code>npm run build:site</code> in Ballast's folder, and then open this page again. You do not need to
        restart the server. You can also read the source files in the folder <code>docs</code>, starting with
        <code>README.md</code>.
      </p>
      <p><a href="/docs/api">API documentation</a> · <a href="/">The app</a></p>
`);

function plainPage(content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Ballast</title>
    <link rel="icon" href="data:," />
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }
      form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
      input, button { font: inherit; padding: 0.35rem 0.6rem; }
      input { flex: 1; min-width: 12rem; }
      code { font-family: ui-monospace, monospace; }
    </style>
  </head>
  <body>
    <main>${content}    </main>
  </body>
</html>
`;
}
