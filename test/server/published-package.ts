/** Fixes the types of the published client, whose imports have no file extension. */
import * as published from '@gitbook/api';
import type * as declared from '../../node_modules/@gitbook/api/dist/client.d.ts';

export type Client = declared.Api<unknown>;

interface Own {
  readonly GitBookAPI: new (options: {
    readonly authToken: string;
    readonly endpoint: string;
    readonly serviceBinding: { readonly fetch: typeof fetch };
  }) => Client;
  readonly GitBookAPIError: new (
    message: string,
    response: Response,
  ) => Error & { readonly code: number; readonly errorMessage: string };
}

export const {
  ContentReferenceStatus,
  GitBookAPI,
  GitBookAPIError,
  ImportContentSource,
  MemberRole,
  SiteInsightsEventType,
  SiteInsightsQueryRangePreset,
  SiteVisibility,
  SpaceEditMode,
  TeamMemberRole,
} = published as unknown as Own & typeof declared;
