/** Progress of an apply on stderr: one live line where it can be redrawn, else one line per step. */
import type { ApplyEvent } from '../plan/outcome.ts';
