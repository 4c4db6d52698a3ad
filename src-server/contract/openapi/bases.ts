/** The documents and their bases (decision A1): the facts that are needed before a document is requested. */
export const DOCUMENT_BASES = {
  'form-a': '/form-a/v1',
  'form-b': '/form-b/v1',
  both: '/v1',
  control: '/sim',
} as const;

export type DocumentName = keyof typeof DOCUMENT_BASES;

export const DOCUMENT_NAMES = Object.keys(DOCUMENT_BASES) as readonly DocumentName[];
