/** Generates a configuration of about this many objects: an admin, a fifth teams, a tenth spaces, and sites of 500 sections with a space each. */

/** Sections per site, unless the number of sites is given. */
const sectionsPerSite = 500;

const head = ['version: 1', 'organization: acme', 'members:', '  ana@acme.dev: admin'];

/** The change to apply: every hundredth team and section has another title. */
export type Version = 'first' | 'changed';

/** Only the spaces, which the API cannot create without an original. */
export function spacesText(size: number): string {
  const whole = organizationText(size);
  return `${head.join('\n')}\n${whole.slice(whole.indexOf('spaces:'), whole.indexOf('sites:'))}`;
}

export function organizationText(size: number, version: Version = 'first', sites?: number): string {
  const spaces = Math.max(1, Math.floor(size * 0.1));
  const teams = Math.floor(size * 0.2);
  const lines = [...head, 'teams:'];
  const title = (name: string, at: number): string =>
    version === 'changed' && at % 100 === 0 ? `Changed ${name} ${at}` : `${name} ${at}`;
  for (let at = 0; at < teams; at++) lines.push(`  t${at}:`, `    title: ${title('Team', at)}`);
  lines.push('spaces:');
  for (let at = 0; at < spaces; at++) lines.push(`  p${at}:`, `    title: Space ${at}`);
  lines.push('sites:');
  let left = size - teams - spaces;
  const mostSections = sites === undefined ? sectionsPerSite : Math.ceil((left / sites - 1) / 2);
  for (let site = 0; left > 0; site++) {
    const sections = Math.min(mostSections, Math.ceil((left - 1) / 2));
    left -= 1 + 2 * sections;
    lines.push(`  s${site}:`, `    title: Site ${site}`, '    visibility: public', '    structure:');
    for (let at = 0; at < sections; at++) {
      lines.push(
        `      - section: x${at}`,
        `        title: ${title('Section', at)}`,
        `        path: x${at}`,
        '        spaces:',
      );
      lines.push(`          - space: p${(site * mostSections + at) % spaces}`, '            path: p');
    }
  }
  return `${lines.join('\n')}\n`;
}
