/** Problems of YAML itself, from what the parser found wrong. */
import type { Problem } from '../core/problem.ts';
import { maxDepth, type SyntaxFault } from './compose.ts';
import type { Place } from './place.ts';

const maxMessageLength = 200;

export function problemOfFault({ is, message, start, end }: SyntaxFault, place: Place): Problem {
  const span = place(start, end);
  if (is === 'tag') {
    return {
      code: 'E-YAML-TAG',
      message: 'tags are not part of the language',
      span,
      label: 'this tag is not accepted here',
      hint: 'write the plain value; put text that looks like a number into quotes',
    };
  }
  if (is === 'documents') {
    return {
      code: 'E-YAML-DOCUMENTS',
      message: 'the file holds more than one YAML document',
      span,
      label: 'a second document begins here',
      hint: 'remove the separator, or put the second document into a file of its own and `include` it',
    };
  }
  if (is === 'depth') return tooDeepAt(start, end, place);
  return {
    code: 'E-YAML-SYNTAX',
    message: `this is not valid YAML: ${shortened(message)}`,
    span,
    label: 'the parser stopped understanding here',
    hint: 'check indentation (spaces only), closing quotes and brackets, and the `: ` after each key; quote texts with special characters',
  };
}

export function tooDeepAt(start: number, end: number, place: Place): Problem {
  return {
    code: 'E-TOO-DEEP',
    message: `maps and lists are nested more than ${maxDepth} deep`,
    span: place(start, end),
    label: 'one level too many',
    hint: 'nothing in the language is nested that deep: check brackets and indentation',
  };
}

function shortened(message: string): string {
  const [line = ''] = message.split('\n');
  const sentence = line.charAt(0).toLowerCase() + line.slice(1);
  return sentence.length > maxMessageLength ? `${sentence.slice(0, maxMessageLength)}…` : sentence;
}
