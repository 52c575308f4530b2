/** Providers that deliver `a.da@` and `ada@` to one mailbox, with the domain that stands for them. */
const DOTLESS_DOMAINS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The mailbox that an address reaches: in lower case, without a plus tag, and without dots where the provider ignores them.
 * People who share one count as one person. The database has the same rule as the function `mailbox_of`.
 */
export function mailboxOf(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const domain = text.slice(at + 1);
  const untagged = text.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const dotless = DOTLESS_DOMAINS[domain];
  return dotless === undefined ? `${untagged}@${domain}` : `${untagged.replaceAll('.', '')}@${dotless}`;
}

export const shareMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

/** Shown while an address is typed that reaches the mailbox of people who are known already. */
export function warnOfMailbox(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const [shown, rest] = [names.slice(0, 3), names.length - 3];
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  const list = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return `This address reaches the same mailbox as ${list}. They count as one person wherever two people are needed.`;
}
