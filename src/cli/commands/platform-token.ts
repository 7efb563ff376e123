/** `docform platform token`: a token for one of the users, to see the platform with their rights. */
import { jsonObjectOf } from '../../core/json-object.ts';
import { oneLine } from '../../report/sanitize.ts';
import { type ControlFlags, onControl } from '../control.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';

/** As text it is the bare token, for `$(…)`. */
export async function runToken(session: Session, user: string, flags: ControlFlags): Promise<ExitCode> {
  return onControl(
    session,
    flags,
    { kind: 'platform-token', hint: 'users are members, named by e-mail address or id' },
    async ({ send }) => {
      const answer = jsonObjectOf(await send({ method: 'POST', path: 'tokens', body: { user } }));
      return { answer, text: `${oneLine(String(answer.token))}\n` };
    },
  );
}
