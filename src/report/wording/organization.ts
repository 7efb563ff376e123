/** The name of an organization in the head of a report. */
import { code, type Line, line } from '../blocks/block.ts';
import { quoted } from './sanitize.ts';

interface Organization {
  readonly organization: string;
  readonly organizationTitle?: string;
}

/** `"Acme Docs" (Zb4sS25iiQX3PwNEg2ma)`, or the id alone. */
export function organizationLine({ organization, organizationTitle: title }: Organization): Line {
  return title === undefined ? code(organization) : line`${quoted(title)} (${code(organization)})`;
}
