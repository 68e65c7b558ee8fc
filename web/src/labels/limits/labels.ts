/** The words about limits of keys and of the tenant. Numbers come as the language writes them. */
import type { Limit } from "../../limits";

export interface LimitsLabels {
  readonly title: string;
  readonly together: string;
  readonly ofKey: string;
  readonly keyHint: string;
  readonly tenantHint: string;
  readonly names: Readonly<Record<Limit, string>>;
  readonly used: Readonly<Record<Limit, (number: string) => string>>;
  readonly most: (number: string) => string;
  readonly unlimited: string;
  readonly of: (used: string, most: string) => string;
  /** In an empty field. */
  readonly none: string;
  readonly save: string;
  readonly saved: string;
}
