/**
 * A control plane request as a shell command and as a line of a test. Neither contains the token: a shell takes it from
 * its environment. Pure.
 */

export interface ControlCall {
  /** Relative to the address of the control plane. */
  readonly path: string;
  readonly body: object;
  /** The equivalent helper of `ballast/testing`, and its argument. */
  readonly helper: string;
  readonly argument: object;
}

export function curlOfCall(controlUrl: string, { path, body }: ControlCall): string {
  return [
    `curl -X POST ${quoted(`${controlUrl}${path}`)}`,
    `-H "Authorization: Bearer $BALLAST_ADMIN_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** `await ballast.verify({ … });` */
export function testingOfCall({ helper, argument }: ControlCall): string {
  // A name needs no quotes in JavaScript.
  const literal = JSON.stringify(argument, null, 2).replace(/^( *)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
  return `await ballast.${helper}(${literal});`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
