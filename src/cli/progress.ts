/** Progress of an apply on stderr: one live line where it can be drawn over, else one line per step. */
import type { ApplyEvent } from '../index.ts';
import { barText, emptyBar, nextBar, progressLine } from '../report/progress.ts';
import type { Session } from './session.ts';

const clearLine = '\r\u001b[2K';

export interface LiveLine {
  readonly draw: (text: string) => void;
  /** Prints a line that stays, above the live one. */
  readonly keep: (line: string) => void;
  readonly end: () => void;
}

/** One line that is drawn over; where that cannot be, only what stays is printed. */
export function liveLine(session: Session): LiveLine {
  let current = '';
  const draw = (text: string) => {
    if (!session.canRedraw) return;
    current = text;
    session.say(`${clearLine}${text}`);
  };
  const clear = () => {
    if (current !== '') session.say(clearLine);
  };
  return {
    draw,
    keep: (line) => {
      clear();
      session.say(`${line}\n`);
      if (current !== '') draw(current);
    },
    end: () => {
      clear();
      current = '';
    },
  };
}

export interface ApplyProgress {
  readonly onEvent: (event: ApplyEvent) => void;
  readonly end: () => void;
}

/** Failures and interrupts always stay on the screen; what went well passes by where there is a live line. */
export function applyProgress(session: Session): ApplyProgress {
  const line = liveLine(session);
  let bar = emptyBar;
  return {
    onEvent: (event) => {
      bar = nextBar(bar, event);
      const text = progressLine(event, session.paintMessage);
      const isNews = event.type === 'interrupted' || (event.type === 'step-ended' && event.outcome.status !== 'done');
      if (text !== undefined && (isNews || !session.canRedraw || session.settings.isVerbose)) line.keep(text);
      line.draw(barText(bar, session.io.stderr.columns, session.paintMessage));
    },
    end: line.end,
  };
}
