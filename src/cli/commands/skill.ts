/** `docform skill`: prints instructions for coding agents. */
import { shippedText } from '../../disk/shipped-text.ts';
import type { Session } from '../session.ts';

export async function runSkill(session: Session): Promise<void> {
  session.result(shippedText('cli/assets/skill.md'));
}
