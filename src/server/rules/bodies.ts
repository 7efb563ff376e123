/** Bodies of comments: Markdown, or a document tree. Each can be converted to the other. */
import { invalid } from '../errors.ts';
import { readBlocks, writeBlocks } from './markdown.ts';
import { isDeeper } from './nesting.ts';

export interface BodyRecord {
  markdown?: string;
  document?: DocumentRecord;
}

interface DocumentRecord {
  object: 'document';
  data?: Record<string, unknown>;
  nodes: unknown[];
}

const maxDepth = 100;

/** If both formats are given, the Markdown is used. Without either, the body is empty. */
export function readBody(given: object): BodyRecord {
  const { markdown, document } = given as { markdown?: unknown; document?: unknown };
  if (typeof markdown === 'string') return { markdown };
  if (markdown !== undefined) throw invalid('body.body.markdown: must be string');
  if (document === undefined) return {};
  if (!isDocument(document)) throw invalid('body.body.document: must be a document with nodes');
  if (isDeeper(document, maxDepth)) throw invalid(`body.body.document: nested more than ${maxDepth} levels deep`);
  return { document };
}

function isDocument(value: unknown): value is DocumentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { object, nodes } = value as { object?: unknown; nodes?: unknown };
  return object === 'document' && Array.isArray(nodes);
}

export function showBody(
  body: BodyRecord,
  format: string | undefined,
): { markdown: string } | { document: DocumentRecord } {
  if (requireFormat(format) === 'document')
    return { document: body.document ?? { object: 'document', data: {}, nodes: readBlocks(body.markdown ?? '') } };
  return { markdown: body.markdown ?? (body.document === undefined ? '' : writeBlocks(body.document.nodes)) };
}

export function requireFormat(format: string | undefined): 'markdown' | 'document' {
  if (format === undefined || format === 'markdown') return 'markdown';
  if (format === 'document') return format;
  throw invalid(`query.format: ${JSON.stringify(format)} is neither document nor markdown`);
}
