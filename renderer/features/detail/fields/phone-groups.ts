/**
 * The digits of a mobile number in the groups people read (spec, Common payload fields: 11 digits); null for anything else. Joined
 * again, the groups are the value as sent.
 */
export function toPhoneGroups(text: string): string[] | null {
  const [, country, area, exchange, line] = /^(\+?1)(\d{3})(\d{3})(\d{4})$/.exec(text) ?? [];
  return country === undefined || area === undefined || exchange === undefined || line === undefined
    ? null
    : [country, area, exchange, line];
}
