/** Decides whether a stream gets colors and redrawn lines, and paints words. */
import colors from 'picocolors';
import { type Painter, plain } from '../../report/wording/words.ts';
import type { Io } from './io.ts';

/** Flags take precedence over the environment, and the environment over the terminal. */
export function hasColor(choice: 'auto' | 'always' | 'never', environment: Io['environment'], isTerminal: boolean) {
  if (choice !== 'auto') return choice === 'always';
  if (isSet(environment.NO_COLOR) || isSet(environment.DOCFORM_NO_COLOR)) return false;
  const forced = environment.FORCE_COLOR;
  if (isSet(forced)) return forced !== '0' && forced !== 'false';
  return isTerminal && environment.TERM !== 'dumb';
}

export function canRedraw(environment: Io['environment'], isTerminal: boolean) {
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

function isSet(value: string | undefined) {
  return value !== undefined && value !== '';
}
