/** Opens the control plane of a running reference platform. */

import { withoutUndefined } from '../../core/defined.ts';
import { createControl } from '../../remote/client/control.ts';
import { defaultPlatformUrl } from '../../remote/client/http.ts';
import type { CommandFlags, Session } from '../io/session.ts';
import { version } from '../io/version.ts';
import { proxyFor } from './target.ts';

export type ControlFlags = CommandFlags<'url'>;

/** The session closes it. */
export function openControl(session: Session, flags: ControlFlags) {
  const url = flags.url ?? (session.io.environment.DOCFORM_PLATFORM_URL || defaultPlatformUrl);
  const proxyUrl = proxyFor(url, session.io.environment);
  const { timeoutMs } = session.settings;
  const control = createControl({ url, timeoutMs, userAgent: `docform/${version}`, ...withoutUndefined({ proxyUrl }) });
  session.onClose(control.close);
  return control;
}
