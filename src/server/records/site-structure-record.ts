/** What the platform stores of sections, section groups and site-spaces. */
import type { Static } from '@sinclair/typebox';
import type { SiteSectionGroup } from '../../contract/2025-06/site-section-groups.ts';
import type { SiteSection } from '../../contract/2025-06/site-sections.ts';
import type { SiteSpace } from '../../contract/2025-06/site-spaces.ts';

export type SectionRecord = Pick<Static<typeof SiteSection>, 'title' | 'path' | 'icon' | 'description' | 'condition'> &
  InNavigation &
  Localized & { defaultSiteSpace?: string };

export interface SiteSpaceRecord extends Pick<Static<typeof SiteSpace>, 'path' | 'section' | 'condition'> {
  space: string;
  /** Only the `gitbook` dialect has drafts and hidden site-spaces. */
  draft?: boolean;
  hidden?: boolean;
  /** The page that readers see first, which only the `gitbook` dialect has. */
  pageId?: string;
  /** Overrides of the branding of the site, which only the `gitbook` dialect has. */
  overrides?: { readonly [name: string]: unknown };
}

interface InNavigation {
  /** Id of the group around it, which is then also the parent. Only the `gitbook` dialect has nested groups. */
  group?: string;
  /** Only the `gitbook` dialect has drafts. */
  draft?: boolean;
}

/** Texts by language, which only the `gitbook` dialect has. */
interface Localized {
  localizedTitle?: { readonly [language: string]: string };
  localizedDescription?: { readonly [language: string]: string };
}

export type SectionGroupRecord = Pick<Static<typeof SiteSectionGroup>, 'title' | 'icon'> &
  InNavigation &
  Pick<Localized, 'localizedTitle'>;
