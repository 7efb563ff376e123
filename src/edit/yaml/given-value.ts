/** The node of a value that a user gives outside a file. */
import { isSeq, type Node, parseDocument } from 'yaml';
import { newScalar } from './nodes.ts';

/** A text, whatever it would mean in YAML. */
export function textValue(text: string): Node {
  return newScalar(text);
}

/** `fault`: the text is not one value in YAML. */
export function yamlValue(text: string): { readonly node: Node } | { readonly fault: string } {
  const { contents, errors } = parseDocument(text);
  const [error] = errors;
  if (error !== undefined) return { fault: error.message.split('\n')[0] ?? '' };
  if (contents === null) return { fault: 'it is empty' };
  // The style of the file decides about maps.
  if ('flow' in contents) contents.flow = isSeq(contents);
  return { node: contents as Node };
}
