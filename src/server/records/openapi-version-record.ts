/** What the platform stores of a version of an OpenAPI specification. */

export interface OpenApiVersionRecord {
  createdAt: string;
  url?: string;
  text?: string;
}
