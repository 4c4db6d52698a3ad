/** Reads a file of certificates in PEM, for receivers of webhooks (`--webhook-ca`, decision I22). */
import { certificateFault } from '../../engine/webhooks/receiver-trust.ts';
import { readSource } from './read-source.ts';

/** The certificates that machines trust take a fifth of this. */
const LONGEST_FILE = 1_000_000;

/** Returns the text of the file, or why it has no certificates, as a sentence that begins with the file. */
export function readCertificates(file: string): { readonly pem: string } | { readonly fault: string } {
  const source = readSource(file, LONGEST_FILE);
  const issue = source.ok ? certificateFault(source.text) : source.issue;
  return source.ok && issue === null ? { pem: source.text } : { fault: `${file} ${issue}` };
}
