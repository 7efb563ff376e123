/** Opens the control plane of a running reference platform for one command, and speaks in its formats. */

import { defaultPlatformUrl } from '../client/base-url.ts';
import type { PlatformControl } from '../client/control.ts';
import { DocformError, hasCode } from '../core/docform-error.ts';
import { type ExitCode, exitCode } from '../core/exit-code.ts';
import { type JsonObject, jsonObjectOf } from '../core/json-object.ts';
import { visible } from '../report/sanitize.ts';
import { proxyFor } from './proxy.ts';
import { printResult, type Session } from './session.ts';
import { version } from './version.ts';

export interface ControlFlags {
  readonly url?: string;
}

/** One value of a control plane's answer; every part may be missing, as it comes from elsewhere. */
export type Answer = JsonObject;

interface Task {
  /** Of the JSON document. */
  readonly kind: string;
  /** What to do when the control plane refuses. */
  readonly hint?: string;
}

/** Does the work on an open control plane. Whatever it answers with becomes the result: text for people, or one JSON document. */
export async function onControl(
  session: Session,
  flags: ControlFlags,
  { kind, hint }: Task,
  work: (control: PlatformControl) => Promise<{ readonly answer: Answer; readonly text: string }>,
): Promise<ExitCode> {
  const control = await openControl(session, flags);
  try {
    const { answer, text } = await work(control);
    printResult(session, kind, answer, visible(text));
  } catch (error) {
    throw hasCode(error, 'E-CONTROL') && hint !== undefined
      ? new DocformError({ ...error, message: error.message, hint })
      : error;
  } finally {
    await control.close();
  }
  return exitCode.done;
}

export async function openControl(session: Session, flags: ControlFlags): Promise<PlatformControl> {
  const { openPlatformControl } = await import('../library/platform.ts');
  const url = flags.url ?? (session.io.environment.DOCFORM_PLATFORM_URL || defaultPlatformUrl);
  const proxyUrl = proxyFor(url, session.io.environment);
  return openPlatformControl({
    url,
    timeoutMs: session.settings.timeoutMs,
    userAgent: `docform/${version()}`,
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  });
}

/** The items of a list. */
export function itemsOf(value: unknown): readonly Answer[] {
  const items = jsonObjectOf(value).items;
  return Array.isArray(items) ? items.map(jsonObjectOf) : [];
}
