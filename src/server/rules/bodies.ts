/** Bodies of comments: text or a document tree, each shown as the other when asked. */
import type { BodyRecord, DocumentRecord } from '../content-records.ts';
import { invalid } from '../errors.ts';

const deepestNesting = 100;

/** The body as it is kept; text wins where both are given, and what is neither is an empty body. */
export function readBody(given: object): BodyRecord {
  const { markdown, document } = given as { readonly markdown?: unknown; readonly document?: unknown };
  if (typeof markdown === 'string') return { markdown };
  if (markdown !== undefined) throw invalid('body.body.markdown: must be string');
  if (document === undefined) return {};
  if (!isDocument(document)) throw invalid('body.body.document: must be a document with nodes');
  if (isDeeper(document, deepestNesting)) throw invalid(`body.body.document: nested more than ${deepestNesting} levels deep`);
  return { document };
}

function isDocument(value: unknown): value is DocumentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { object, nodes } = value as { readonly object?: unknown; readonly nodes?: unknown };
  return object === 'document' && Array.isArray(nodes);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** The body in the format that was asked for; text unless it says `document`. An empty body is empty text. */
export function showBody(body: BodyRecord, format: string | undefined): { markdown: string } | { document: DocumentRecord } {
  if (requireFormat(format) === 'document') return { document: body.document ?? documentOf(body.markdown ?? '') };
  return { markdown: body.markdown ?? (body.document === undefined ? '' : textOf(body.document)) };
}

export function requireFormat(format: string | undefined): 'markdown' | 'document' {
  if (format === undefined || format === 'markdown') return 'markdown';
  if (format === 'document') return format;
  throw invalid(`query.format: ${JSON.stringify(format)} is neither document nor markdown`);
}

function documentOf(markdown: string): DocumentRecord {
  const blocks = markdown.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  return { object: 'document', data: {}, nodes: blocks.map(blockOf) };
}

function blockOf(text: string): object {
  const [, marks, title] = /^(#{1,6}) +(.*)$/.exec(text.trim()) ?? [];
  const type = marks === undefined ? 'paragraph' : `heading-${marks.length}`;
  const leaves = [{ object: 'leaf', text: title ?? text, marks: [] }];
  return { object: 'block', type, data: {}, nodes: [{ object: 'text', leaves }] };
}

interface DocumentNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly leaves?: unknown;
  readonly nodes?: unknown;
}

function textOf(document: DocumentRecord): string {
  return document.nodes.map(blockText).join('\n\n');
}

function blockText(node: unknown): string {
  const type = (node as DocumentNode | null)?.type;
  const level = typeof type === 'string' ? /^heading-([1-6])$/.exec(type)?.[1] : undefined;
  return `${level === undefined ? '' : `${'#'.repeat(Number(level))} `}${plainText(node)}`;
}

/** The text of a node and of all below it; nodes of other shapes are silent. */
function plainText(node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  const { text, leaves, nodes } = node as DocumentNode;
  const below = [leaves, nodes].flatMap((list) => (Array.isArray(list) ? list : []));
  return `${typeof text === 'string' ? text : ''}${below.map(plainText).join('')}`;
}
