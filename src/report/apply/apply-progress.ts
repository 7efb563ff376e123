/** The progress of an apply, in one line. */
import type { ApplyEvent } from '../../plan/result/outcome.ts';
import { oneLine } from '../wording/sanitize.ts';
import { type Painter, plain } from '../wording/words.ts';

interface BarState {
  readonly done: number;
  readonly failed: number;
  readonly of: number;
  /** Addresses of running steps, oldest first. */
  readonly running: readonly string[];
}

export const emptyBar: BarState = { done: 0, failed: 0, of: 0, running: [] };

export function nextBar(state: BarState, event: ApplyEvent): BarState {
  switch (event.type) {
    case 'started':
      return { ...state, of: event.steps };
    case 'step-started':
      return { ...state, running: [...state.running, event.address] };
    case 'step-ended': {
      const at = state.running.indexOf(event.address);
      const hasFailed = event.outcome.status !== 'done';
      return {
        ...state,
        done: state.done + (hasFailed ? 0 : 1),
        failed: state.failed + (hasFailed ? 1 : 0),
        running: at < 0 ? state.running : state.running.toSpliced(at, 1),
      };
    }
    case 'interrupted':
      return state;
  }
}

/** `███░░░░░ 3/12, 1 failed  teams/docs, sites/docs`, no wider than `columns`. */
export function barText(state: BarState, columns: number, paint: Painter = plain): string {
  const width = 24;
  const ended = state.done + state.failed;
  const filled = state.of === 0 ? width : Math.floor((ended / state.of) * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  const failed = state.failed === 0 ? '' : `, ${state.failed} failed`;
  const counts = ` ${ended}/${state.of}${failed}  `;
  const rest = Math.max(0, columns - width - counts.length - 1);
  const running = oneLine(state.running.join(', '));
  return `${paint('good', bar)}${counts}${running.length > rest ? `${running.slice(0, Math.max(0, rest - 1))}…` : running}`;
}
