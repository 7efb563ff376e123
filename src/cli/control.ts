/** Opens the control plane of a running reference platform for one command. */

import { defaultPlatformUrl } from '../client/http.ts';
import { type ControlRequest, createControl, type PlatformControl } from '../client/control.ts';
import { defined } from '../core/defined.ts';
import { DocformError, hasCode } from '../core/docform-error.ts';
import { type JsonObject, jsonObjectOf } from '../core/json.ts';
import { visible } from '../report/sanitize.ts';
import type { CommandFlags, Run } from './flags.ts';
import { printResult, type Session } from './session.ts';
import { proxyFor } from './target.ts';
import { version } from './version.ts';

export type ControlFlags = CommandFlags<'url'>;

/** A response of the control plane. Any property can be missing. */
export type Answer = JsonObject;

/** Sends one request to the control plane. */
export type Ask = (
  method: ControlRequest['method'],
  path: string,
  parts?: Omit<ControlRequest, 'method' | 'path'>,
) => Promise<Answer>;

type Asking<F> = (ask: Ask, operands: readonly string[], flags: F) => Promise<{ answer: Answer; text: string }>;

/** A command that asks the control plane. `hint`: replaces the hint of a refusal. */
export function controlCommand<F extends ControlFlags>(kind: string, work: Asking<F>, hint?: string): Run<F> {
  return (session, operands, flags) => onControl(session, flags, kind, (ask) => work(ask, operands, flags), hint);
}

export async function onControl(
  session: Session,
  flags: ControlFlags,
  kind: string,
  work: (ask: Ask) => ReturnType<Asking<never>>,
  hint?: string,
): Promise<void> {
  const control = openControl(session, flags);
  try {
    const { answer, text } = await work(async (method, path, parts) =>
      jsonObjectOf(await control.send({ method, path, ...parts })),
    );
    printResult(session, kind, answer, visible(text));
  } catch (error) {
    throw hasCode(error, 'E-CONTROL') && hint !== undefined
      ? new DocformError({ ...error, message: error.message, hint })
      : error;
  } finally {
    await control.close();
  }
}

export function openControl(session: Session, flags: ControlFlags): PlatformControl {
  const url = flags.url ?? (session.io.environment.DOCFORM_PLATFORM_URL || defaultPlatformUrl);
  const proxyUrl = proxyFor(url, session.io.environment);
  return createControl({
    url,
    timeoutMs: session.settings.timeoutMs,
    userAgent: `docform/${version}`,
    ...defined({ proxyUrl }),
  });
}

export function itemsOf(value: unknown): readonly Answer[] {
  const items = jsonObjectOf(value).items;
  return Array.isArray(items) ? items.map(jsonObjectOf) : [];
}
