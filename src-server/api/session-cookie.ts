/** The cookie by which the app in a browser may use the control plane of the server it was loaded from (decision L). */
import type { Request, Response } from 'express';

export const SESSION_COOKIE = 'ballast_session';

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * HttpOnly keeps it from scripts, SameSite=Strict from other sites; it ends with the browser's session. Only browsers of this
 * machine get it: to whoever comes from elsewhere the control plane opens with the admin token alone (decision K71).
 */
export function setSessionCookie(request: Request, response: Response, value: string): void {
  if (!LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return;
  response.setHeader('Set-Cookie', `${SESSION_COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/`);
}
