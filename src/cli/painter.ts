/** Colour: whether a stream gets any, and how each kind of text is painted. */
import colors from 'picocolors';
import { type Painter, plain } from '../report/words.ts';
import type { Io } from './io.ts';

export type ColorChoice = 'auto' | 'always' | 'never';

/** Flags beat the environment, and the environment beats what the stream is. */
export function hasColor(choice: ColorChoice, environment: Io['environment'], isTerminal: boolean): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (isSet(environment.NO_COLOR) || isSet(environment.DOCFORM_NO_COLOR)) return false;
  const forced = environment.FORCE_COLOR;
  if (isSet(forced)) return forced !== '0' && forced !== 'false';
  return isTerminal && environment.TERM !== 'dumb';
}

/** Redrawing a line needs a terminal that can, and someone who looks at it. */
export function canRedraw(environment: Io['environment'], isTerminal: boolean): boolean {
  return isTerminal && environment.TERM !== 'dumb' && !isSet(environment.CI) && !isSet(environment.NO_COLOR);
}

export function painterFor(isColored: boolean): Painter {
  if (!isColored) return plain;
  const paint = colors.createColors(true);
  return (role, text) => {
    switch (role) {
      case 'create':
      case 'good':
        return paint.green(text);
      case 'update':
        return paint.yellow(text);
      case 'move':
        return paint.cyan(text);
      case 'delete':
      case 'replace':
      case 'bad':
        return paint.red(text);
      case 'blocked':
        return paint.bold(paint.magenta(text));
      case 'record':
      case 'faint':
        return paint.dim(text);
      case 'heading':
        return paint.bold(text);
    }
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
