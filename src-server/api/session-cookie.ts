/** The cookie by which the app in a browser may use the control plane of the server it was loaded from (decision L). */
export const SESSION_COOKIE = 'ballast_session';

/** HttpOnly keeps it from scripts, SameSite=Strict from other sites; it ends with the browser's session. */
export function sessionCookie(value: string): string {
  return `${SESSION_COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/`;
}
