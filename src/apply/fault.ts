/** Turns whatever a step threw into a fault for people. The client's errors are known by their fields, not by their class. */
import type { Step } from '../plan/change.ts';
import type { Fault } from '../plan/outcome.ts';

/** The fields of the client's errors that a fault is made of; each may be missing. */
interface ErrorFacts {
  readonly operation?: unknown;
  readonly method?: unknown;
  readonly path?: unknown;
  readonly status?: unknown;
  readonly advice?: unknown;
  readonly isAmbiguous?: unknown;
  readonly isInterrupted?: unknown;
  readonly isSilent?: unknown;
}

function factsOf(error: unknown): ErrorFacts {
  return typeof error === 'object' && error !== null ? (error as ErrorFacts) : {};
}

const ambiguousAdvice =
  'the platform may have made it, since its answer was lost: plan again, which looks for it on the platform and adopts it instead of making a second one';

export function faultOf(error: unknown, step: Step): Fault {
  const facts = factsOf(error);
  const isOpen = isAmbiguous(error) && (step.operation === 'create' || step.operation === 'bulk');
  const advice = isOpen ? ambiguousAdvice : textOf(facts.advice);
  return {
    message: error instanceof Error ? error.message : String(error),
    ...optional('operation', textOf(facts.operation)),
    ...optional('method', textOf(facts.method)),
    ...optional('path', textOf(facts.path)),
    ...(typeof facts.status === 'number' ? { status: facts.status } : {}),
    ...optional('advice', advice),
    ...(isOpen ? { isAmbiguous: isOpen } : {}),
  };
}

/** The platform may have done it: its answer never came, or says nothing that can be read. */
export function isAmbiguous(error: unknown): boolean {
  return factsOf(error).isAmbiguous === true;
}

/** The run was interrupted before it was sent, or sent again. */
export function isInterrupted(error: unknown): boolean {
  return factsOf(error).isInterrupted === true;
}

/** It was not sent, as the platform does not answer any more. */
export function isSilent(error: unknown): boolean {
  return factsOf(error).isSilent === true;
}

export function statusOf(error: unknown): number | undefined {
  const { status } = factsOf(error);
  return typeof status === 'number' ? status : undefined;
}

/** Deleting what is not there any more is done. */
export function isAlreadyDone(error: unknown, step: Step): boolean {
  return step.operation === 'delete' && statusOf(error) === 404;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function optional<K extends string>(key: K, value: string | undefined): { readonly [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: string });
}
