/** Nodes of a document tree, as comments are written in them: blocks, inlines, and text in leaves with marks. */

export type Mark = 'bold' | 'italic' | 'strikethrough' | 'code';

export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly { readonly object: 'mark'; readonly type: Mark }[];
}

export interface TextNode {
  readonly object: 'text';
  readonly leaves: readonly Leaf[];
}

export interface InlineNode {
  readonly object: 'inline';
  readonly type: 'link' | 'inline-image';
  readonly data: { readonly ref: { readonly kind: 'url'; readonly url: string }; readonly alt?: string };
  readonly nodes: readonly TextNode[];
}

export interface BlockNode {
  readonly object: 'block';
  /** `paragraph`, `heading-1` to `heading-6`, `code` and its `code-line`, `blockquote`, `divider`, `list-ordered`, `list-unordered`, `list-item`. */
  readonly type: string;
  readonly data: { readonly syntax?: string; readonly start?: number };
  readonly nodes: readonly (BlockNode | InlineNode | TextNode)[];
}

export function block(type: string, nodes: BlockNode['nodes'], data: BlockNode['data'] = {}): BlockNode {
  return { object: 'block', type, data, nodes };
}

export function plainText(text: string): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}
