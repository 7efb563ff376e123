/** Fields of a configuration in the form that fixtures of the reference platform have. */
import type { Value } from '../core/state.ts';
import { settingsToPlatform } from '../kinds/site/customization.ts';

interface Fields {
  readonly [field: string]: unknown;
}

/** Fixtures have the branding of a site as the platform has it, under one name. Its fields have no references. */
export function fixtureFields({ kind, fields }: { readonly kind: string; readonly fields: Fields }): Fields {
  const settings = settingsToPlatform(kind, fields as { readonly [field: string]: Value });
  return settings === undefined ? fields : { settings };
}
