/**
 * Opens uploaded bytes as a file whose cells can be read: text in any encoding, or a sheet of a workbook. Any other
 * file gets an issue, which its readers report.
 */
import { decodeText, type Encoding, NO_TEXT } from '../../contract/control/imports/decode-text.ts';
import type { SourceFile } from '../source-file.ts';

/** An uploaded file: its bytes, or its text if the client has decoded it. */
export type GivenFile = {
  /** Without its folder. */
  readonly name: string;
} & (
  | { readonly text: string; readonly encoding?: Encoding | undefined }
  | {
      readonly bytes: Uint8Array;
      /** Sheet of a workbook; `null`: its only one. */
      readonly sheet: string | null;
    }
);

export async function openFiles(files: readonly GivenFile[]): Promise<SourceFile[]> {
  const opened: SourceFile[] = [];
  // One after another, because each may take much memory.
  for (const file of files) opened.push(await openFile(file));
  return opened;
}

async function openFile(file: GivenFile): Promise<SourceFile> {
  const { name } = file;
  if ('text' in file) return { name, text: file.text, encoding: file.encoding };
  const { bytes, sheet } = file;
  if (isZip(bytes)) {
    // The library is large, and most files are not workbooks.
    const { readWorkbook } = await import('./read-workbook.ts');
    return { name, ...(await readWorkbook(name, bytes, sheet)) };
  }
  if (isCompound(bytes)) return { name, text: '', issue: oldFormat(bytes) };
  if (sheet !== null) return { name, text: '', issue: `is not a workbook, so it has no sheet “${sheet}”` };
  const decoded = decodeText(bytes);
  return decoded === null ? { name, text: '', issue: NO_TEXT } : { name, ...decoded };
}

/** Whether bytes begin like a zip archive, which workbooks are. */
export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
}

/** Whether bytes begin like the container of old workbooks (.xls), and of new ones with a password. */
function isCompound(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
}

function startsWith(bytes: Uint8Array, ...first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}

const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le');

function oldFormat(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PART)
    ? 'is encrypted; save it without a password as .xlsx or CSV'
    : 'is a workbook in an old format (.xls); save it as .xlsx or CSV';
}
