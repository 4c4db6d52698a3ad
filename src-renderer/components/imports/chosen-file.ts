/** Reads a chosen file for a request: text is decoded here, other files are sent as bytes. */
import { decodeText, type Encoding } from '../../../src-server/contract/control/imports/decode-text.ts';

export type ChosenFile =
  | { readonly name: string; readonly text: string; readonly encoding: Encoding }
  | { readonly name: string; readonly base64: string };

export async function readChosen(file: File): Promise<ChosenFile> {
  const { name } = file;
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  return decoded === null ? { name, base64: await base64Of(file) } : { name, ...decoded };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
