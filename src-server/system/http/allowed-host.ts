/**
 * Reads `--allow-webhook-host NAME` and `NAME=ADDRESS` (decision I15): the hosts beyond loopback that webhooks may go
 * to.
 */
import type { AllowedHost } from '../../engine/ports/webhook-ports.ts';
import { classifyAddress, isMetadataName } from './classify-address.ts';

/** Returns the host, or why there is none, as the end of a sentence. An address alone is its own name. */
export function readAllowedHost(text: string): AllowedHost | { readonly fault: string } {
  const [nameText = '', addressText, ...more] = text.split('=');
  const name = hostnameOf(nameText);
  if (name === null || more.length > 0) return { fault: 'is not a host name, or a host name, = and an IP address' };
  if (isMetadataName(name)) return { fault: 'is a name of cloud metadata, which is never allowed' };
  const address = addressText ?? (classifyAddress(name) === null ? null : bare(name));
  if (address === null) return { name, address };
  const classified = classifyAddress(address);
  if (classified === null) return { fault: `has ${address || 'nothing'} after =, which is not an IP address` };
  if (classified.kind === 'forbidden')
    return { fault: `names ${address}, ${classified.description}, which is never allowed` };
  return { name, address: bare(address) };
}

/** Returns a host name as URLs have it: lower case, ASCII. */
function hostnameOf(text: string): string | null {
  if (!/^[^\s/:@?#\\[\]]+$|^\[[0-9A-Fa-f:.]+\]$/.test(text) || !URL.canParse(`http://${text}/`)) return null;
  return new URL(`http://${text}/`).hostname;
}

function bare(address: string): string {
  return address.replace(/^\[|\]$/g, '');
}
